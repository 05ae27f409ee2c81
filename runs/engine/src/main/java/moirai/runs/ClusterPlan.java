package moirai.runs;

import moirai.nemesis.Cluster;

/** What a cluster is to be; each run makes one of its own from it. */
public interface ClusterPlan {

    /** One or two words for people, such as the product's name, to say what is being started. */
    String describe();

    /**
     * A cluster that is not started and has no files.
     *
     * @param sessions how many will be open at a time
     */
    Cluster make(int sessions);
}
