package moirai.nemesis.injection;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import moirai.nemesis.ClusterException;

/** Does something to several, none of which is kept from it by another's failure. */
final class Each {

    private Each() {}

    /**
     * Does it to one after the other.
     *
     * @throws ClusterException at the end, if it failed for some
     */
    static <T> void of(List<T> all, Consumer<T> action) {
        var failures = new ArrayList<ClusterException>();
        for (T one : all) {
            try {
                action.accept(one);
            } catch (ClusterException failed) {
                failures.add(failed);
            }
        }
        if (!failures.isEmpty()) {
            throw new ClusterException(
                    String.join(
                            "; ",
                            failures.stream()
                                    .map(failed -> String.valueOf(failed.getMessage()))
                                    .toList()),
                    failures.getFirst());
        }
    }
}
