package moirai.analysis.axioms;

import static moirai.analysis.axioms.KeyValueHistory.INITIAL;

import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import moirai.analysis.axioms.proof.Contradiction;
import moirai.analysis.axioms.proof.Instance;
import moirai.analysis.axioms.proof.Precedence;
import moirai.analysis.axioms.proof.Reason;

/** Checks each step of a proof by the definition of the levels, and knows nothing of how it was found. */
public final class ProofChecker {

    private record Pair(int before, int after) {

        Pair reversed() {
            return new Pair(after, before);
        }
    }

    private final KeyValueHistory history;
    private final AxiomaticLevel level;

    public ProofChecker(KeyValueHistory history, AxiomaticLevel level) {
        this.history = history;
        this.level = level;
    }

    /** Decides whether every step follows, and the last one closes a circle. */
    public boolean accepts(Contradiction proof) {
        return proof.steps().stream().noneMatch(step -> step.reason() instanceof Reason.Supposed)
                && contradicts(proof, new HashSet<>());
    }

    private boolean contradicts(Contradiction proof, Set<Pair> known) {
        for (Precedence step : proof.steps()) {
            if (!follows(step, known)) {
                return false;
            }
            known.add(pair(step));
        }
        return holds(proof.circle(), known)
                && known.contains(
                        new Pair(proof.circle().getLast(), proof.circle().getFirst()));
    }

    private static Pair pair(Precedence step) {
        return new Pair(step.before(), step.after());
    }

    private static boolean holds(List<Integer> chain, Set<Pair> known) {
        return chain.size() > 1
                && IntStream.range(1, chain.size())
                        .allMatch(i -> chain.get(i - 1) == INITIAL
                                || known.contains(new Pair(chain.get(i - 1), chain.get(i))));
    }

    private boolean follows(Precedence step, Set<Pair> known) {
        int before = step.before();
        int after = step.after();
        return switch (step.reason()) {
            case Reason.WriteRead reason -> isDirect(step);
            case Reason.SessionOrder reason -> isDirect(step);
            case Reason.Realtime reason -> isDirect(step);
            case Reason.VersionOrder(int key) -> isVersionOrder(before, after, key);
            case Reason.SessionWrites reason ->
                (level.axiom() == Axiom.MONOTONIC_WRITES || level.axiom() == Axiom.PRAM)
                        && sessionOrder(before, after)
                        && writesSomething(before)
                        && writesSomething(after);
            case Reason.SessionRead(int key, int reader) ->
                level.axiom() == Axiom.WRITES_FOLLOW_READS
                        && reads(reader, key, before)
                        && sessionOrder(reader, after)
                        && writesSomething(after);
            case Reason.Overwritten(Instance instance) ->
                instance.writer() == before && instance.source() == after && isInstance(instance, known);
            case Reason.Unseen(Instance instance, List<Integer> overwriting) -> {
                var supposing = new HashSet<>(known);
                supposing.add(pair(step).reversed());
                yield overwriting.getFirst() == instance.source()
                        && overwriting.getLast() == instance.writer()
                        && holds(overwriting, known)
                        && isInstance(instance, supposing);
            }
            case Reason.Supposed supposed -> known.contains(pair(step));
            case Reason.Otherwise(Contradiction nested) -> {
                var supposing = new HashSet<>(known);
                supposing.add(pair(step).reversed());
                yield pair(nested.steps().getFirst()).equals(pair(step).reversed())
                        && nested.steps().getFirst().reason() instanceof Reason.Supposed
                        && nested.steps().stream().skip(1).noneMatch(inner -> inner.reason() instanceof Reason.Supposed)
                        && contradicts(nested, supposing);
            }
        };
    }

    private boolean sessionOrder(int before, int after) {
        return history.session(before) == history.session(after) && history.position(before) < history.position(after);
    }

    private boolean writesSomething(int txn) {
        return history.firstWrite(txn) < history.endWrite(txn);
    }

    private boolean reads(int reader, int key, int source) {
        return IntStream.range(history.firstRead(reader), history.endRead(reader))
                .anyMatch(read -> history.readKey(read) == key && history.readSource(read) == source);
    }

    /** Decides whether the precedence is in the union of write-read and the base order, for the reason it gives. */
    private boolean isDirect(Precedence edge) {
        int before = edge.before();
        int after = edge.after();
        return switch (edge.reason()) {
            case Reason.WriteRead(int key) -> reads(after, key, before);
            case Reason.SessionOrder order -> level.order() != BaseOrder.NONE && sessionOrder(before, after);
            case Reason.Realtime order ->
                level.order() == BaseOrder.REALTIME
                        && history.isTimed()
                        && history.endNanos(before) < history.startNanos(after);
            case Reason.VersionOrder reason -> false;
            case Reason.SessionWrites reason -> false;
            case Reason.SessionRead reason -> false;
            case Reason.Overwritten reason -> false;
            case Reason.Unseen reason -> false;
            case Reason.Supposed reason -> false;
            case Reason.Otherwise reason -> false;
        };
    }

    private boolean isVersionOrder(int before, int after, int key) {
        List<Integer> known = IntStream.range(0, history.versionCount(key))
                .mapToObj(place -> history.version(key, place))
                .toList();
        boolean consecutive = IntStream.range(1, known.size())
                .anyMatch(place -> known.get(place - 1) == before && known.get(place) == after);
        return consecutive
                || (!known.isEmpty()
                        && known.getLast() == before
                        && history.writes(after, key)
                        && !known.contains(after));
    }

    private boolean isInstance(Instance instance, Set<Pair> known) {
        int writer = instance.writer();
        boolean links = isLinked(writer, instance.reader(), instance.visibility());
        return links
                && writer != instance.reader()
                && writer != instance.source()
                && history.writes(writer, instance.key())
                && instance.visibility().stream().allMatch(link -> isLink(link, known))
                && IntStream.range(history.firstRead(instance.reader()), history.endRead(instance.reader()))
                        .filter(read -> history.readKey(read) == instance.key())
                        .filter(read -> history.readSource(read) == instance.source())
                        .anyMatch(read -> isVisible(instance, read));
    }

    private static boolean isLinked(int from, int to, List<Instance.Link> links) {
        int at = from;
        for (Instance.Link link : links) {
            List<Integer> ends = ends(link);
            if (ends.getFirst() != at) {
                return false;
            }
            at = ends.getLast();
        }
        return at == to;
    }

    private static List<Integer> ends(Instance.Link link) {
        return switch (link) {
            case Instance.Link.Flow(Precedence edge) -> List.of(edge.before(), edge.after());
            case Instance.Link.Commits(List<Integer> chain) -> chain;
            case Instance.Link.Conflict(int key, List<Integer> chain) -> chain;
        };
    }

    private boolean isLink(Instance.Link link, Set<Pair> known) {
        return switch (link) {
            case Instance.Link.Flow(Precedence edge) -> isDirect(edge) || isSessionOrderOfGuarantee(edge);
            case Instance.Link.Commits(List<Integer> chain) -> holds(chain, known);
            case Instance.Link.Conflict(int key, List<Integer> chain) ->
                holds(chain, known) && history.writes(chain.getFirst(), key) && history.writes(chain.getLast(), key);
        };
    }

    /** The session guarantees speak of the session's order even if the level's base order does not. */
    private boolean isSessionOrderOfGuarantee(Precedence edge) {
        return EnumSet.of(Axiom.READ_YOUR_WRITES, Axiom.MONOTONIC_READS, Axiom.PRAM)
                        .contains(level.axiom())
                && edge.reason() instanceof Reason.SessionOrder
                && sessionOrder(edge.before(), edge.after());
    }

    /** Decides whether these links, each of which holds, are what the axiom asks for with this read. */
    private boolean isVisible(Instance instance, int read) {
        List<Instance.Link> links = instance.visibility();
        Instance.Link last = links.getLast();
        boolean flowLast = last instanceof Instance.Link.Flow;
        boolean commitsFirst =
                links.size() == 1 || (links.size() == 2 && links.getFirst() instanceof Instance.Link.Commits);
        return switch (level.axiom()) {
            case NONE, MONOTONIC_WRITES, WRITES_FOLLOW_READS -> false;
            case READ_YOUR_WRITES ->
                links.size() == 1
                        && last instanceof Instance.Link.Flow(Precedence edge)
                        && edge.reason() instanceof Reason.SessionOrder;
            case MONOTONIC_READS ->
                links.getFirst() instanceof Instance.Link.Flow(Precedence edge)
                        && edge.reason() instanceof Reason.WriteRead(int key)
                        && key == instance.key()
                        && (links.size() == 1
                                ? readBefore(read, instance.writer(), key)
                                : links.size() == 2
                                        && last instanceof Instance.Link.Flow(Precedence then)
                                        && then.reason() instanceof Reason.SessionOrder);
            case READ_COMMITTED ->
                links.size() == 1
                        && last instanceof Instance.Link.Flow(Precedence edge)
                        && edge.reason() instanceof Reason.WriteRead(int key)
                        && readBefore(read, instance.writer(), key);
            case READ_ATOMIC -> links.size() == 1 && flowLast;
            case PRAM ->
                links.stream().allMatch(Instance.Link.Flow.class::isInstance)
                        && links.size() <= 3
                        && links.stream()
                                        .filter(link -> link instanceof Instance.Link.Flow(Precedence edge)
                                                && edge.reason() instanceof Reason.WriteRead)
                                        .count()
                                <= 1;
            case CURSOR ->
                links.size() == 1
                        && last instanceof Instance.Link.Conflict(int key, List<Integer> chain)
                        && key == instance.key();
            case UPDATE_ATOMIC -> links.size() == 1 && !(last instanceof Instance.Link.Commits);
            case CAUSAL -> links.stream().allMatch(Instance.Link.Flow.class::isInstance);
            case PREFIX -> commitsFirst && flowLast;
            case PARALLEL_SNAPSHOT -> links.stream().noneMatch(Instance.Link.Commits.class::isInstance);
            case SNAPSHOT -> commitsFirst && !(last instanceof Instance.Link.Commits);
            case SERIAL -> links.size() == 1 && last instanceof Instance.Link.Commits;
        };
    }

    private boolean readBefore(int read, int source, int key) {
        int reader = IntStream.range(0, history.txnCount())
                .filter(txn -> history.firstRead(txn) <= read && read < history.endRead(txn))
                .findFirst()
                .orElseThrow();
        return IntStream.range(history.firstRead(reader), read)
                .anyMatch(earlier -> history.readKey(earlier) == key && history.readSource(earlier) == source);
    }
}
