#include "core/tours/canonical.hpp"

#include <algorithm>

namespace babieca {
namespace {

// The image of a tour under a symmetry, read from a position onwards or backwards.
template <typename Index>
struct Image {
    std::span<const Index> tour;
    const Index* squares;  // the image of each square; null: itself
    std::int64_t from = 0;
    bool backwards = false;

    std::int64_t length() const { return static_cast<std::int64_t>(tour.size()); }
    Index at(std::int64_t position) const {
        const Index square = tour[position];
        return squares == nullptr ? square : squares[square];
    }
    Index operator[](std::int64_t step) const {
        std::int64_t position = backwards ? from - step : from + step;
        if (position < 0) position += length();
        if (position >= length()) position -= length();
        return at(position);
    }
};

template <typename Index>
class FormFinder {
  public:
    FormFinder(const Rows<Index>& rows, const FormRules<Index>& rules)
        : rows_(rows), rules_(rules) {
        const std::span<const Index> squares = rows[0];
        cells_ = static_cast<std::int64_t>(rules.ranks.size());
        images_ =
            rules.images.empty() ? 1 : static_cast<std::int64_t>(rules.images.size()) / cells_;
        positions_.resize(rules.closed ? cells_ : 0);
        least_ = *std::ranges::min_element(squares);
        home_ = rules.images.empty()
                    ? least_
                    : *std::ranges::min_element(squares, {}, [&](Index v) { return rank(v); });
        for (std::int64_t image = 0; image < images_ && rules.closed; ++image) {
            sources_of_least_.push_back(source(image, squares, least_));
            sources_of_home_.push_back(source(image, squares, home_));
        }
    }

    Forms<Index> find() {
        Forms<Index> forms;
        forms.symmetries.reserve(rows_.count);
        forms.squares.reserve(rows_.squares.size());
        for (std::int64_t row = 0; row < rows_.count; ++row) {
            const std::span<const Index> tour = rows_[row];
            if (!positions_.empty())
                for (std::int64_t step = 0; step < rows_.length; ++step)
                    positions_[tour[step]] = static_cast<Index>(step);
            std::int64_t least = 0;
            Image<Index> best = compared(tour, 0);
            for (std::int64_t image = 1; image < images_; ++image) {
                const Image<Index> other = compared(tour, image);
                if (!is_less(other, best)) continue;
                best = other;
                least = image;
            }
            forms.symmetries.push_back(static_cast<std::int32_t>(least));
            if (rules_.closed)
                best = directed(best, position(tour, sources_of_least_[least]),
                                [](Index square) { return square; });
            for (std::int64_t step = 0; step < rows_.length; ++step)
                forms.squares.push_back(best[step]);
        }
        return forms;
    }

  private:
    Index rank(Index square) const { return rules_.ranks.empty() ? square : rules_.ranks[square]; }

    const Index* squares_of(std::int64_t image) const {
        return rules_.images.empty() ? nullptr : rules_.images.data() + image * cells_;
    }

    std::int64_t position(std::span<const Index> tour, Index square) const {
        if (positions_.empty()) return std::ranges::find(tour, square) - tour.begin();
        return positions_[square];
    }

    // The square whose image is the given one.
    Index source(std::int64_t image, std::span<const Index> squares, Index square) const {
        const Index* images = squares_of(image);
        if (images == nullptr) return square;
        return *std::ranges::find_if(squares, [&](Index v) { return images[v] == square; });
    }

    // A closed tour from a position, in the direction whose first square has the lesser key.
    template <typename Key>
    Image<Index> directed(Image<Index> image, std::int64_t from, Key&& key) const {
        image.from = from;
        image.backwards = false;
        image.backwards = !rules_.directed && key(image[image.length() - 1]) < key(image[1]);
        return image;
    }

    // The image in the direction, and from the square, in which it is compared.
    Image<Index> compared(std::span<const Index> tour, std::int64_t number) const {
        Image<Index> image{tour, squares_of(number)};
        if (rules_.closed)
            return directed(image, position(tour, sources_of_home_[number]),
                            [&](Index square) { return rank(square); });
        const Index first = image.at(0), last = image.at(image.length() - 1);
        if (rules_.start >= 0)
            image.backwards = first != rules_.start;
        else if (rules_.end >= 0)
            image.backwards = last != rules_.end;
        else
            image.backwards = !rules_.directed && last < first;
        if (image.backwards) image.from = image.length() - 1;
        return image;
    }

    bool is_less(const Image<Index>& one, const Image<Index>& other) const {
        const std::int64_t length = one.length();
        if (!rules_.closed && one[0] != other[0]) return one[0] < other[0];
        if (rules_.closed) {
            if (one[1] != other[1]) return rank(one[1]) < rank(other[1]);
            const Index last = one[length - 1], other_last = other[length - 1];
            if (last != other_last) return rank(last) < rank(other_last);
        }
        for (std::int64_t step = 1; step < length; ++step)
            if (one[step] != other[step]) return rank(one[step]) < rank(other[step]);
        return false;
    }

    const Rows<Index>& rows_;
    const FormRules<Index>& rules_;
    std::int64_t cells_ = 0;
    std::int64_t images_ = 1;
    std::vector<Index> positions_;  // of a closed tour with images: the step on each square
    Index least_ = 0, home_ = 0;    // the least square, and the square of least rank
    std::vector<Index> sources_of_least_, sources_of_home_;  // by symmetry
};

}  // namespace

template <typename Index>
Forms<Index> canonical_forms(const Rows<Index>& rows, const FormRules<Index>& rules) {
    if (rows.count == 0 || rows.length == 0) return {};
    return FormFinder<Index>(rows, rules).find();
}

template Forms<std::int32_t> canonical_forms(const Rows<std::int32_t>&,
                                             const FormRules<std::int32_t>&);
template Forms<std::int64_t> canonical_forms(const Rows<std::int64_t>&,
                                             const FormRules<std::int64_t>&);

}  // namespace babieca
