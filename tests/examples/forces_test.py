"""The example forces computes the strongest accelerations of a particle file."""

import example


class Forces(example.Test):
    def strongest(self, solver):
        lines = self.run_example("clusters.hdf5", solver).splitlines()
        self.assertIn(f", {solver}", lines[0])
        return [[float(word) for word in line.split()] for line in lines[2:]]

    def test_both_solvers_find_the_strongest_accelerations_with_small_errors(self):
        self.generate("plummer", 12000, "clusters.hdf5")
        rows = {solver: self.strongest(solver) for solver in ("direct", "fmm")}
        for solver, most_error in (("direct", 1e-5), ("fmm", 3e-3)):
            self.assertEqual(len(rows[solver]), 10)
            magnitudes = [row[4] for row in rows[solver]]
            self.assertEqual(magnitudes, sorted(magnitudes, reverse=True))
            self.assertTrue(all(0 <= row[5] < most_error for row in rows[solver]), rows[solver])
        self.assertAlmostEqual(rows["fmm"][0][4] / rows["direct"][0][4], 1, delta=3e-3)

    def test_the_acceleration_of_two_bodies_agrees_with_newtons_law(self):
        (self.folder / "two.csv").write_text("x,y,z,vx,vy,vz,mass\n0,0,0,0,0,0,3\n2,0,0,0,0,0,1\n")
        lines = self.run_example("two.csv", "direct").splitlines()
        # A model length unit is 4 kpc, so x = 2 is printed as 8; 220 / 17.78 converts accelerations to (km/s)/Myr.
        light, heavy = ([float(word) for word in line.split()] for line in lines[2:])
        for row, x, mass in ((light, 8, 3), (heavy, 0, 1)):
            self.assertEqual(row[1:4], [x, 0, 0])
            self.assertAlmostEqual(row[4], mass * 2 / (4 + 0.05**2)**1.5 * 220 / 17.78, delta=1e-3)

    def test_a_message_names_a_missing_file(self):
        self.assertIn("nowhere.tab", self.run_example("nowhere.tab", code=1))


if __name__ == "__main__":
    example.main()
