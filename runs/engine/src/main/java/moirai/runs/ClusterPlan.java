package moirai.runs;

import java.util.function.IntFunction;
import java.util.function.Supplier;
import moirai.nemesis.Cluster;
import moirai.runs.sessions.ReadsAt;

/**
 * A description of a cluster, from which each run makes a cluster of its own.
 *
 * @param title supplies a few words for people, such as the product's name, that say what is being started
 * @param arrangement the facts beside product and version that a reader of a report needs; empty if there are none
 * @param readsAt where sessions are placed if the cluster has one primary
 * @param maker makes a cluster for so many sessions at a time
 */
public record ClusterPlan(
        Supplier<String> title, String arrangement, ReadsAt readsAt, IntFunction<? extends Cluster> maker) {

    /** Makes a plan with a fixed title. */
    public ClusterPlan(String title, String arrangement, ReadsAt readsAt, IntFunction<? extends Cluster> maker) {
        this(() -> title, arrangement, readsAt, maker);
    }

    /** Describes what is being started, in a few words for people. */
    public String describe() {
        return title.get();
    }

    /**
     * Returns a new cluster that is not started and has no files.
     *
     * @param sessions how many will be open at a time
     */
    public Cluster make(int sessions) {
        return maker.apply(sessions);
    }
}
