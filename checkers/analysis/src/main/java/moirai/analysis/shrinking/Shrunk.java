package moirai.analysis.shrinking;

import java.util.List;
import java.util.Set;
import moirai.history.History;
import moirai.history.level.Phenomenon;

/**
 * The part of a history that is left after shrinking.
 *
 * @param history the smallest part found that shows the symptom; its sessions, keys, elements and times are those of
 *    the whole
 * @param txns what the whole calls the transactions of that part, in its order
 * @param isMinimal whether the symptom goes with any one transaction, op or element more; if not, the budget was spent
 * @param others phenomena that the level forbids too, and that smaller parts showed instead
 * @param attempts how many parts were looked at
 * @param spent how many ops these parts had, all together: what a budget counts
 */
public record Shrunk(
        History history, List<Integer> txns, boolean isMinimal, Set<Phenomenon> others, int attempts, long spent) {

    public Shrunk {
        txns = List.copyOf(txns);
        others = Set.copyOf(others);
    }
}
