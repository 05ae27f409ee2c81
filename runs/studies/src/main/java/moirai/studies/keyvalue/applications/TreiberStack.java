package moirai.studies.keyvalue.applications;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import moirai.exploration.program.Body;
import moirai.exploration.program.Then;
import moirai.exploration.program.Txn;
import moirai.studies.keyvalue.Assertion;
import moirai.studies.keyvalue.Execution;
import moirai.studies.keyvalue.KeyValueProgram;
import moirai.studies.keyvalue.Operation;

/**
 * Treiber's stack on keys and values: {@code head} has the number of the top node, and each node has its value and the
 * number of the next node (Nagar, Mukherjee, Jagannathan 2020). Every read, write and compare-and-set is a transaction.
 *
 * @param attemptsMax how often an operation reads the head before it gives up; at levels without session guarantees for
 *    reads it might try for ever
 */
public record TreiberStack(int attemptsMax) implements KeyValueProgram {

    /** No element is popped twice; all pushed values differ. */
    public static final Assertion POPPED_ONCE =
            new Assertion("element popped more than once", TreiberStack::poppedTwice);

    private static final String HEAD = "head";
    private static final int BOTTOM = -1;

    /** A call of a client. */
    public sealed interface Request {}

    /** Pushes a value; each value is pushed at most once in a harness. */
    public record Push(int value) implements Request {
        @Override
        public String toString() {
            return "push(" + value + ")";
        }
    }

    /** Pops a value. */
    public record Pop() implements Request {
        @Override
        public String toString() {
            return "pop()";
        }
    }

    /** A reply to a client. */
    public enum Reply {
        PUSHED,
        /** The stack was empty. */
        EMPTY,
        /** The head names a node that does not exist, which is possible at levels weaker than causal. */
        DANGLING,
        /** The operation gave up because others were always quicker. */
        BUSY;

        @Override
        public String toString() {
            return switch (this) {
                case PUSHED -> "ok";
                case EMPTY -> "empty";
                case DANGLING -> "no node";
                case BUSY -> "busy";
            };
        }
    }

    /** The reply to a pop of a value. */
    public record Popped(int value) {
        @Override
        public String toString() {
            return Integer.toString(value);
        }
    }

    private record NodeKey(int number) {
        @Override
        public String toString() {
            return "node " + number;
        }
    }

    private record Node(int value, int next) {
        @Override
        public String toString() {
            return "(" + value + ", " + next + ")";
        }
    }

    /** Creates a stack whose operations give up after eight attempts. */
    public TreiberStack() {
        this(8);
    }

    @Override
    public String name() {
        return "stack";
    }

    @Override
    public Map<Object, Object> initial() {
        return Map.of(HEAD, BOTTOM);
    }

    @Override
    public List<Assertion> assertions() {
        return List.of(POPPED_ONCE);
    }

    @Override
    public Operation draw(int session, int position, SplittableRandom random) {
        return random.nextBoolean() ? push(10 * (session + 1) + position + 1) : pop();
    }

    /** Returns the call that pushes a value, which nobody else pushes. */
    public Operation push(int value) {
        return new Operation(new Push(value), readHeadToPush(value, 1));
    }

    /** Returns the call that pops a value. */
    public Operation pop() {
        return new Operation(new Pop(), readHeadToPop(1));
    }

    private Body readHeadToPush(int value, int attempt) {
        return store -> new Then("link " + value, linkNode(value, head(store), attempt));
    }

    private Body linkNode(int value, int head, int attempt) {
        return store -> {
            store.write(new NodeKey(value), new Node(value, head));
            Object otherwise = again(attempt, next -> readHeadToPush(value, next));
            return new Then("set head to " + value, compareAndSet(head, value, Reply.PUSHED, otherwise));
        };
    }

    private Body readHeadToPop(int attempt) {
        return store -> {
            int head = head(store);
            return head == BOTTOM ? Reply.EMPTY : new Then("read node " + head, readNode(head, attempt));
        };
    }

    private Body readNode(int head, int attempt) {
        return store -> {
            Optional<Object> found = store.read(new NodeKey(head));
            if (found.isEmpty()) {
                return Reply.DANGLING;
            }
            Node node = (Node) found.get();
            Object otherwise = again(attempt, this::readHeadToPop);
            return new Then(
                    "set head to " + node.next(),
                    compareAndSet(head, node.next(), new Popped(node.value()), otherwise));
        };
    }

    private static Body compareAndSet(int expected, int head, Object reply, Object otherwise) {
        return store -> {
            if (head(store) != expected) {
                return otherwise;
            }
            store.write(HEAD, head);
            return reply;
        };
    }

    private Object again(int attempt, IntFunction<Body> operation) {
        return attempt == attemptsMax ? Reply.BUSY : new Then("read head", operation.apply(attempt + 1));
    }

    private static int head(Txn store) {
        return store.read(HEAD, Integer.class, BOTTOM);
    }

    private static boolean poppedTwice(Execution execution) {
        Set<Object> popped = new HashSet<>();
        return execution.completed().anyMatch(call -> call.reply() instanceof Popped value && !popped.add(value));
    }
}
