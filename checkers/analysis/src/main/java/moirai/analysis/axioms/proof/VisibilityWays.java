package moirai.analysis.axioms.proof;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import moirai.analysis.axioms.Axiom;
import moirai.analysis.axioms.KeyValueHistory;

/**
 * All ways in which a writer is visible to a read by a level's axiom, given what is known of the commit order. For one
 * state of the facts.
 */
final class VisibilityWays {

    /** Takes the ways; the links are made only of those that are wanted. */
    interface Sink {

        /** Takes a way in which the writer is visible. */
        void visible(int cost, Supplier<List<Instance.Link>> links);

        /**
         * Takes a way in which the writer is visible if {@code before} precedes {@code after}, which is not known; the
         * links suppose it.
         */
        void visibleIf(int before, int after, int cost, Supplier<List<Instance.Link>> links);
    }

    private final KeyValueHistory history;
    private final GivenOrder given;
    private final Axiom axiom;
    private final Facts facts;
    private final ShortestPaths paths;

    /** Looks at the facts as they are now. O(transactions³). */
    VisibilityWays(KeyValueHistory history, GivenOrder given, Axiom axiom, Facts facts) {
        this.history = history;
        this.given = given;
        this.axiom = axiom;
        this.facts = facts;
        this.paths = new ShortestPaths(history.txnCount());
        if (axiom == Axiom.CAUSAL || axiom == Axiom.PARALLEL_SNAPSHOT) {
            findPaths();
        }
    }

    private void findPaths() {
        for (int before = 0; before < history.txnCount(); before++) {
            for (int after = 0; after < history.txnCount(); after++) {
                if (before != after && given.flow(before, after).isPresent()) {
                    paths.edge(before, after, 1);
                }
                if (axiom == Axiom.PARALLEL_SNAPSHOT
                        && facts.precedes(before, after)
                        && given.conflict(before, after)) {
                    paths.edge(before, after, 1 + facts.cost(before, after));
                }
            }
        }
        paths.close();
    }

    /** Passes on all ways in which the writer is visible to this read of the reader. O(transactions²). */
    void collect(int read, int reader, int writer, Sink sink) {
        switch (axiom) {
            case NONE, MONOTONIC_WRITES, WRITES_FOLLOW_READS -> {}
            case READ_YOUR_WRITES -> {
                if (given.sessionOrder(writer, reader)) {
                    sink.visible(0, () -> List.of(session(writer, reader)));
                }
            }
            case MONOTONIC_READS -> readBefore(read, reader, writer, sink);
            case READ_COMMITTED -> readInReader(read, reader, writer, sink);
            case READ_ATOMIC ->
                given.flow(writer, reader)
                        .ifPresent(edge -> sink.visible(0, () -> List.of(new Instance.Link.Flow(edge))));
            case PRAM -> throughSessions(reader, writer, sink);
            case CURSOR -> {
                int key = history.readKey(read);
                if (history.writes(reader, key)) {
                    premise(writer, reader, 0, sink, chain -> List.of(new Instance.Link.Conflict(key, chain)));
                }
            }
            case UPDATE_ATOMIC -> {
                Optional<Precedence> edge = given.flow(writer, reader);
                edge.ifPresent(flow -> sink.visible(0, () -> List.of(new Instance.Link.Flow(flow))));
                if (edge.isEmpty() && given.conflict(writer, reader)) {
                    int key = given.commonKey(writer, reader);
                    premise(writer, reader, 0, sink, chain -> List.of(new Instance.Link.Conflict(key, chain)));
                }
            }
            case CAUSAL -> {
                if (paths.reaches(writer, reader)) {
                    sink.visible(0, () -> links(paths.path(writer, reader)));
                }
            }
            case PREFIX -> prefix(reader, writer, sink);
            case PARALLEL_SNAPSHOT -> parallel(reader, writer, sink);
            case SNAPSHOT -> {
                prefix(reader, writer, sink);
                conflicting(reader, writer, sink);
            }
            case SERIAL -> premise(writer, reader, 0, sink, chain -> List.of(new Instance.Link.Commits(chain)));
        }
    }

    private static Instance.Link session(int before, int after) {
        return new Instance.Link.Flow(new Precedence(before, after, new Reason.SessionOrder()));
    }

    private static Instance.Link read(int before, int after, int key) {
        return new Instance.Link.Flow(new Precedence(before, after, new Reason.WriteRead(key)));
    }

    /** Passes on earlier reads of the same key, by the reader or in its session. */
    private void readBefore(int read, int reader, int writer, Sink sink) {
        int key = history.readKey(read);
        if (readOf(writer, key, history.firstRead(reader), read)) {
            sink.visible(0, () -> List.of(read(writer, reader, key)));
        }
        for (int earlier = 0; earlier < reader; earlier++) {
            if (given.sessionOrder(earlier, reader)
                    && readOf(writer, key, history.firstRead(earlier), history.endRead(earlier))) {
                int by = earlier;
                sink.visible(1, () -> List.of(read(writer, by, key), session(by, reader)));
            }
        }
    }

    /** Passes on the shortest way through the order of sessions and at most one read. */
    private void throughSessions(int reader, int writer, Sink sink) {
        if (given.sessionOrder(writer, reader)) {
            sink.visible(0, () -> List.of(session(writer, reader)));
            return;
        }
        for (int by = reader; by >= 0; by--) {
            for (int read = history.firstRead(by); read < history.endRead(by); read++) {
                int source = history.readSource(read);
                boolean reaches = source == writer || (source >= 0 && given.sessionOrder(writer, source));
                if (reaches && (by == reader || given.sessionOrder(by, reader))) {
                    List<Integer> way = List.of(source, by, history.readKey(read));
                    int cost = (source == writer ? 0 : 1) + (by == reader ? 0 : 1);
                    sink.visible(cost, () -> throughRead(writer, way, reader));
                }
            }
        }
    }

    private static List<Instance.Link> throughRead(int writer, List<Integer> way, int reader) {
        int source = way.get(0);
        int by = way.get(1);
        var links = new ArrayList<Instance.Link>();
        if (source != writer) {
            links.add(session(writer, source));
        }
        links.add(read(source, by, way.get(2)));
        if (by != reader) {
            links.add(session(by, reader));
        }
        return links;
    }

    private boolean readOf(int writer, int key, int from, int to) {
        for (int read = from; read < to; read++) {
            if (history.readSource(read) == writer && history.readKey(read) == key) {
                return true;
            }
        }
        return false;
    }

    private void readInReader(int read, int reader, int writer, Sink sink) {
        for (int earlier = history.firstRead(reader); earlier < read; earlier++) {
            if (history.readSource(earlier) == writer) {
                int key = history.readKey(earlier);
                sink.visible(0, () -> List.of(read(writer, reader, key)));
                return;
            }
        }
    }

    private interface Links {

        List<Instance.Link> of(List<Integer> chain);
    }

    /** Passes on a way that needs one more precedence, if that is known or not excluded. */
    private void premise(int before, int after, int cost, Sink sink, Links links) {
        if (facts.precedes(before, after)) {
            sink.visible(cost + facts.cost(before, after), () -> links.of(facts.chain(before, after)));
        } else if (!facts.precedes(after, before)) {
            sink.visibleIf(before, after, cost, () -> links.of(List.of(before, after)));
        }
    }

    private void prefix(int reader, int writer, Sink sink) {
        for (int via = 0; via < history.txnCount(); via++) {
            Optional<Precedence> edge = via == reader ? Optional.empty() : given.flow(via, reader);
            if (edge.isPresent()) {
                var flow = new Instance.Link.Flow(edge.get());
                if (via == writer) {
                    sink.visible(0, () -> List.of(flow));
                } else {
                    premise(writer, via, 0, sink, chain -> List.of(new Instance.Link.Commits(chain), flow));
                }
            }
        }
    }

    private void conflicting(int reader, int writer, Sink sink) {
        for (int via = 0; via < history.txnCount(); via++) {
            if (!given.conflict(via, reader)) {
                continue;
            }
            int key = given.commonKey(via, reader);
            int by = via;
            if (via == writer) {
                premise(via, reader, 0, sink, chain -> List.of(new Instance.Link.Conflict(key, chain)));
            } else if (facts.precedes(via, reader)) {
                Links links = chain -> List.of(
                        new Instance.Link.Commits(chain), new Instance.Link.Conflict(key, facts.chain(by, reader)));
                premise(writer, via, facts.cost(via, reader), sink, links);
            } else if (facts.precedes(writer, via) && !facts.precedes(reader, via)) {
                Links links = chain -> List.of(
                        new Instance.Link.Commits(facts.chain(writer, by)), new Instance.Link.Conflict(key, chain));
                premise(via, reader, facts.cost(writer, via), sink, links);
            }
        }
    }

    private void parallel(int reader, int writer, Sink sink) {
        if (paths.reaches(writer, reader)) {
            sink.visible(paths.cost(writer, reader), () -> links(paths.path(writer, reader)));
            return;
        }
        for (int from = 0; from < history.txnCount(); from++) {
            for (int to = 0; to < history.txnCount(); to++) {
                if (given.conflict(from, to)
                        && !facts.precedes(from, to)
                        && !facts.precedes(to, from)
                        && (writer == from || paths.reaches(writer, from))
                        && (to == reader || paths.reaches(to, reader))) {
                    int cost = (writer == from ? 0 : paths.cost(writer, from))
                            + (to == reader ? 0 : paths.cost(to, reader));
                    List<Integer> gap = List.of(from, to);
                    sink.visibleIf(from, to, cost, () -> throughGap(writer, gap, reader));
                }
            }
        }
    }

    private List<Instance.Link> throughGap(int writer, List<Integer> gap, int reader) {
        int from = gap.getFirst();
        int to = gap.getLast();
        var links = new ArrayList<Instance.Link>(writer == from ? List.of() : links(paths.path(writer, from)));
        links.add(new Instance.Link.Conflict(given.commonKey(from, to), gap));
        links.addAll(to == reader ? List.of() : links(paths.path(to, reader)));
        return links;
    }

    /** Returns the links along a path: a flow wherever there is one, otherwise a conflict whose order is known. */
    private List<Instance.Link> links(List<Integer> path) {
        var links = new ArrayList<Instance.Link>();
        for (int i = 0; i + 1 < path.size(); i++) {
            int from = path.get(i);
            int to = path.get(i + 1);
            links.add(given.flow(from, to)
                    .<Instance.Link>map(Instance.Link.Flow::new)
                    .orElseGet(() -> new Instance.Link.Conflict(given.commonKey(from, to), facts.chain(from, to))));
        }
        return links;
    }
}
