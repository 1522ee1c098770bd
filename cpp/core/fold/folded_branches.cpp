#include "core/fold/folded_branches.hpp"

#include <optional>
#include <stdexcept>

namespace babieca::fold {

FoldedPiece walk_folded(const std::vector<Folded>& questions, const std::vector<FoldedTask>& tasks,
                        std::int64_t nodes, Control& control) {
    FoldedPiece piece;
    std::optional<FoldedStream> stream;
    int asked = -1;
    auto task = tasks.begin();
    for (; task != tasks.end() && piece.nodes < nodes; ++task) {
        const auto& [question, path] = *task;
        if (question < 0 || question >= static_cast<int>(questions.size()))
            throw std::invalid_argument("a task is of a question that was not asked");
        if (question != asked) stream.emplace(questions[asked = question]);
        const std::int64_t before = stream->nodes();
        stream->start(path);
        stream->next(FoldedStream::without_end, piece.vertices, control,
                     before + nodes - piece.nodes);
        piece.nodes += stream->nodes() - before;
        std::vector<FoldedPath> left;
        stream->unload(left);
        for (FoldedPath& each : left) piece.left.emplace_back(question, std::move(each));
    }
    piece.left.insert(piece.left.end(), task, tasks.end());
    return piece;
}

}  // namespace babieca::fold
