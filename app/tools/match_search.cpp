#include "app/tools/match_search.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "compute/device/opencl_error.hpp"
#include "data/base/clock.hpp"
#include "data/base/parallel.hpp"

namespace milkomeda {
namespace {

// Gray values of a model image. The power makes tails visible, as in a photograph.
std::vector<float> gray_of(const ModelImage& image) {
    constexpr double gamma = 0.4;
    const double most = std::max(1.0, static_cast<double>(std::ranges::max(image)));
    std::vector<float> gray;
    for (const std::uint32_t light : image) gray.push_back(static_cast<float>(std::pow(light / most, gamma)));
    return gray;
}

const SearchPoint& point_of_model(const FoundModel& model) { return model.family.best; }

PairSearch search_of(const SearchTask& task) {
    constexpr std::size_t islands = 4;
    return PairSearch{PairBox{task.pair, velocity_difference(task.pair), task.rigid_galaxies},
                      {.islands = islands, .subject = search_subject(task.target)}};
}

}  // namespace

std::optional<double> velocity_difference(const ObservedPair& pair) {
    const double first = pair.galaxies[0].velocity, second = pair.galaxies[1].velocity;
    return first != 0 && second != 0 ? std::optional{first - second} : std::nullopt;
}

void MatchSearch::start(const SearchTask& task) {
    PairSearch search = search_of(task);
    forget();
    begin(std::move(search), task, true);
}

void MatchSearch::go_on(const SearchTask& task) {
    PairSearch search = search_of(task);
    search.restore(save());
    begin(std::move(search), task, true);
}

void MatchSearch::restore(const SearchTask& task, const StoredSearch& stored) {
    PairSearch search = search_of(task);
    search.restore(stored.state);
    forget();
    kept_ = stored.kept;
    for (FoundModel& model : kept_) model.encounter = search.box().decode(model.family.best);
    begin(std::move(search), task, false);
}

bool MatchSearch::has_state() const {
    const std::lock_guard lock{mutex_};
    return newest_.has_value();
}

std::string MatchSearch::save() const {
    const std::lock_guard lock{mutex_};
    return newest_->save();
}

RigidGalaxy MatchSearch::rigid_galaxies() const {
    const std::lock_guard lock{mutex_};
    return newest_->box().rigid_galaxies();
}

void MatchSearch::begin(PairSearch search, const SearchTask& task, bool continues) {
    newest_ = search;
    is_stopped_ = !continues;
    thread_ = in_thread([this, search = std::move(search), task]() mutable { run(std::move(search), task); });
}

void MatchSearch::forget() {
    stop();
    if (thread_.valid()) thread_.wait();
    thread_ = {};
    state_ = news_ = {};
    has_news_ = false;
    judged_ = 0;
    requests_.clear(), kept_.clear(), known_.clear();
    newest_.reset();
}

bool MatchSearch::advance() {
    const bool has_ended = is_ready(thread_);
    if (has_ended) thread_ = {};
    const std::lock_guard lock{mutex_};
    if (has_ended)
        for (const Request& request : std::exchange(requests_, {})) request(*newest_, kept_);
    if (!std::exchange(has_news_, false)) return false;
    state_ = news_;
    return true;
}

void MatchSearch::run(PairSearch search, const SearchTask& task) try {
    const ReadAsset read = assets_.reader();
    EncounterEvaluator evaluator{task.device, read, task.target,
                                 search_settings(search.box().rigid_galaxies(), search.box().least_radius())},
        refined{task.device, read, task.target, refined_settings(search.box().rigid_galaxies())};
    const std::size_t first = search.encounters();
    const Clock::time_point begin = Clock::now();
    if (first > 0) publish(search, evaluator, 0, first);
    while (!is_stopped_) {
        std::vector<Request> requests;
        {
            const std::lock_guard lock{mutex_};
            requests.swap(requests_);
        }
        for (const Request& request : requests) request(search, kept_);
        const std::vector<EncounterParameters> encounters = search.ask();
        search.tell((search.refines() ? refined : evaluator).scores(encounters));
        publish(search, evaluator, seconds_since(begin), first);
    }
} catch (const std::exception& error) {
    const std::lock_guard lock{mutex_};
    news_.fault = in_words(error);
    has_news_ = true;
}

// Publishes the newest models, with images of the models that are new. `first`: number of encounters before the search
// was continued.
void MatchSearch::publish(const PairSearch& search, EncounterEvaluator& evaluator, double seconds, std::size_t first) {
    SearchState news;
    news.encounters = search.encounters();
    news.seconds = seconds;
    if (seconds > 0) news.encounters_per_second = static_cast<double>(search.encounters() - first) / seconds;
    news.has_stalled = search.has_stalled();
    news.models = kept_;
    for (const PairFamily& family : search.families()) {
        const auto is_similar = [&](const FoundModel& model) {
            return are_similar(search.box(), model.family.best, family.best);
        };
        if (news.models.size() < most_models && std::ranges::none_of(kept_, is_similar))
            news.models.push_back({family, search.box().decode(family.best), {}, {}, {}});
    }
    std::vector<EncounterParameters> unknown;
    std::vector<FoundModel*> waiting;
    for (FoundModel& model : news.models) {
        const auto known = std::ranges::find(known_, model.family.best, point_of_model);
        if (known != known_.end()) model.image = known->image, model.terms = known->terms;
        if (!model.image.empty()) continue;
        unknown.push_back(model.encounter);
        waiting.push_back(&model);
    }
    if (!unknown.empty()) {
        const std::vector<ModelImage> images = evaluator.images(unknown);
        const std::vector<MatchTerms> terms = evaluator.terms(unknown);
        for (std::size_t i = 0; i < waiting.size(); ++i)
            waiting[i]->image = gray_of(images[i]), waiting[i]->terms = terms[i];
    }
    known_ = news.models;
    const std::lock_guard lock{mutex_};
    news_ = std::move(news);
    newest_ = search;
    has_news_ = true;
}

// Performs a request in the thread of the search, or at once if the search is stopped.
void MatchSearch::add(Request request) {
    const std::lock_guard lock{mutex_};
    if (is_running())
        requests_.push_back(std::move(request));
    else
        request(*newest_, kept_);
}

void MatchSearch::keep(std::size_t model, bool is_kept) {
    FoundModel& chosen = state_.models[model];
    chosen.is_kept = is_kept;
    add([chosen](PairSearch&, std::vector<FoundModel>& kept) {
        std::erase_if(kept, [&](const FoundModel& other) { return other.family.best == chosen.family.best; });
        if (chosen.is_kept) kept.push_back(chosen);
    });
}

void MatchSearch::prefer(std::size_t model) {
    ++judged_;
    add([point = state_.models[model].family.best](PairSearch& search, std::vector<FoundModel>&) {
        search.prefer(point);
    });
}

void MatchSearch::reject(std::size_t model) {
    ++judged_;
    const SearchPoint point = state_.models[model].family.best;
    state_.models.erase(state_.models.begin() + static_cast<std::ptrdiff_t>(model));
    add([point](PairSearch& search, std::vector<FoundModel>& kept) {
        std::erase_if(kept, [&](const FoundModel& other) { return other.family.best == point; });
        search.reject(point);
    });
}

}  // namespace milkomeda
