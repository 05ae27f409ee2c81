package moirai.analysis.listappend;

import moirai.history.History;

/** What reads prove about a history before any anomaly is looked for; checker and explanations share it. */
record Inference(History history, Writes writes, CommittedReads reads, VersionOrders orders) {

    /** Infers all of it. O(ops + elements of lists). */
    Inference(History history) {
        this(history, new Writes(history));
    }

    private Inference(History history, Writes writes) {
        this(history, writes, new CommittedReads(history, writes));
    }

    private Inference(History history, Writes writes, CommittedReads reads) {
        this(history, writes, reads, new VersionOrders(history, writes, reads));
    }
}
