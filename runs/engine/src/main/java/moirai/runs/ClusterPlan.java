package moirai.runs;

import moirai.nemesis.Cluster;
import moirai.runs.sessions.ReadsAt;

/** What a cluster is to be; each run makes one of its own from it. */
public interface ClusterPlan {

    /** A few words for people, such as the product's name, to say what is being started. */
    String describe();

    /**
     * A cluster that is not started and has no files.
     *
     * @param sessions how many will be open at a time
     */
    Cluster make(int sessions);

    /** Where sessions are, if the cluster has one primary. */
    default ReadsAt readsAt() {
        return ReadsAt.PRIMARY;
    }

    /** What a reader of a report has to know beside product and version; empty for nothing. */
    default String arrangement() {
        return "";
    }
}
