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

}  // namespace

void MatchSearch::start(const ObservedPair& pair, const MatchTarget& target, const Device& device) {
    forget();
    const double first = pair.galaxies[0].velocity, second = pair.galaxies[1].velocity;
    const bool are_known = first != 0 && second != 0;
    PairSearchSettings settings;
    settings.islands = 4;
    PairSearch search{PairBox{pair, are_known ? std::optional{first - second} : std::nullopt}, settings};
    is_stopped_ = false;
    thread_ = in_thread(
        [this, search = std::move(search), target, device]() mutable { run(std::move(search), target, device); });
}

void MatchSearch::forget() {
    stop();
    if (thread_.valid()) thread_.wait();
    thread_ = {};
    state_ = news_ = {};
    has_news_ = false;
    judged_ = 0;
    requests_.clear(), kept_.clear(), known_.clear();
}

bool MatchSearch::advance() {
    if (is_ready(thread_)) thread_ = {};
    const std::lock_guard lock{mutex_};
    if (!std::exchange(has_news_, false)) return false;
    state_ = news_;
    return true;
}

void MatchSearch::run(PairSearch search, const MatchTarget& target, const Device& device) try {
    const ReadAsset read = assets_.reader();
    EncounterEvaluator evaluator{device, read, target};
    const Clock::time_point begin = Clock::now();
    while (!is_stopped_) {
        std::vector<Request> requests;
        {
            const std::lock_guard lock{mutex_};
            requests.swap(requests_);
        }
        for (const Request& request : requests) request(search, kept_);
        std::vector<double> scores;
        for (const MatchTerms& terms : evaluator.terms(search.ask())) scores.push_back(terms.score());
        search.tell(scores);
        publish(search, evaluator, seconds_since(begin));
    }
} catch (const std::exception& error) {
    const std::lock_guard lock{mutex_};
    news_.fault = in_words(error);
    has_news_ = true;
}

// Publishes the newest models, with images of the models that are new.
void MatchSearch::publish(const PairSearch& search, EncounterEvaluator& evaluator, double seconds) {
    SearchState news;
    news.encounters = search.encounters();
    news.seconds = seconds;
    news.has_stalled = search.has_stalled();
    news.models = kept_;
    for (const PairFamily& family : search.families()) {
        const auto is_similar = [&](const FoundModel& model) {
            return are_similar(search.box(), model.point, family.best);
        };
        if (news.models.size() < most_models && std::ranges::none_of(kept_, is_similar))
            news.models.push_back({family.best, search.box().decode(family.best), family.value});
    }
    std::vector<EncounterParameters> unknown;
    std::vector<FoundModel*> waiting;
    for (FoundModel& model : news.models) {
        const auto known = std::ranges::find(known_, model.point, &FoundModel::point);
        if (known != known_.end()) model.image = known->image;
        if (!model.image.empty()) continue;
        unknown.push_back(model.encounter);
        waiting.push_back(&model);
    }
    const std::vector<ModelImage> images = unknown.empty() ? std::vector<ModelImage>{} : evaluator.images(unknown);
    for (std::size_t i = 0; i < images.size(); ++i) waiting[i]->image = gray_of(images[i]);
    known_ = news.models;
    const std::lock_guard lock{mutex_};
    news_ = std::move(news);
    has_news_ = true;
}

void MatchSearch::add(Request request) {
    const std::lock_guard lock{mutex_};
    requests_.push_back(std::move(request));
}

void MatchSearch::keep(std::size_t model, bool is_kept) {
    FoundModel& chosen = state_.models[model];
    chosen.is_kept = is_kept;
    add([chosen](PairSearch&, std::vector<FoundModel>& kept) {
        std::erase_if(kept, [&](const FoundModel& other) { return other.point == chosen.point; });
        if (chosen.is_kept) kept.push_back(chosen);
    });
}

void MatchSearch::prefer(std::size_t model) {
    ++judged_;
    add([point = state_.models[model].point](PairSearch& search, std::vector<FoundModel>&) { search.prefer(point); });
}

void MatchSearch::reject(std::size_t model) {
    ++judged_;
    const SearchPoint point = state_.models[model].point;
    state_.models.erase(state_.models.begin() + static_cast<std::ptrdiff_t>(model));
    add([point](PairSearch& search, std::vector<FoundModel>& kept) {
        std::erase_if(kept, [&](const FoundModel& other) { return other.point == point; });
        search.reject(point);
    });
}

}  // namespace milkomeda
