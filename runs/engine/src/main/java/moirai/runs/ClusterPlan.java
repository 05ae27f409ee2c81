package moirai.runs;

import moirai.nemesis.Cluster;
import moirai.runs.sessions.ReadsAt;

/** A description of a cluster, from which each run makes a cluster of its own. */
public interface ClusterPlan {

    /** Returns a few words for people, such as the product's name, that say what is being started. */
    String describe();

    /**
     * Returns a new cluster that is not started and has no files.
     *
     * @param sessions how many will be open at a time
     */
    Cluster make(int sessions);

    /** Returns where sessions are placed if the cluster has one primary. */
    default ReadsAt readsAt() {
        return ReadsAt.PRIMARY;
    }

    /** Returns the facts beside product and version that a reader of a report needs; empty if there are none. */
    default String arrangement() {
        return "";
    }
}
