// Vector of three doubles, for measurements and computations on the CPU.
#pragma once

#include <cmath>
#include <cstddef>

namespace milkomeda {

struct Vector3 {
    double x = 0, y = 0, z = 0;

    // Returns the component along an axis, 0 to 2 for x to z.
    double& operator[](std::size_t axis) { return axis == 0 ? x : axis == 1 ? y : z; }
    double operator[](std::size_t axis) const { return axis == 0 ? x : axis == 1 ? y : z; }

    bool operator==(const Vector3&) const = default;
};

inline Vector3 operator+(Vector3 a, Vector3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
inline Vector3 operator-(Vector3 a, Vector3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
inline Vector3 operator-(Vector3 a) { return {-a.x, -a.y, -a.z}; }
inline Vector3 operator*(double s, Vector3 a) { return {s * a.x, s * a.y, s * a.z}; }
inline Vector3 operator/(Vector3 a, double s) { return {a.x / s, a.y / s, a.z / s}; }
inline Vector3& operator+=(Vector3& a, Vector3 b) { return a = a + b; }
inline double dot(Vector3 a, Vector3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline Vector3 cross(Vector3 a, Vector3 b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline double length(Vector3 a) { return std::sqrt(dot(a, a)); }
inline double distance(Vector3 a, Vector3 b) { return length(b - a); }

}  // namespace milkomeda
