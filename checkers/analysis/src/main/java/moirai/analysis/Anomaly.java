package moirai.analysis;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** One found instance of a phenomenon: its witness. Transactions and ops are ids in the history. */
public sealed interface Anomaly {

    /** The class that this is an instance of. */
    Phenomenon phenomenon();

    /** The transactions that prove it, each once. */
    List<Integer> txns();

    /**
     * Transactions that would each have to come before the next, and the last before the first.
     *
     * @param dependencies why each transaction precedes the next; the last one why the last precedes the first
     */
    record Cycle(Phenomenon phenomenon, List<Integer> txns, List<Dependency> dependencies) implements Anomaly {

        public Cycle {
            txns = List.copyOf(txns);
            dependencies = List.copyOf(dependencies);
            if (txns.size() != dependencies.size()) {
                throw new IllegalArgumentException(txns.size() + " transactions, " + dependencies.size() + " edges");
            }
        }
    }

    /**
     * G1a: the read returned an element of an aborted transaction.
     *
     * @param element of the list, or the value of the register
     */
    record AbortedRead(int reader, int readOp, long element, int writer) implements Anomaly {

        @Override
        public Phenomenon phenomenon() {
            return Phenomenon.G1A;
        }

        @Override
        public List<Integer> txns() {
            return List.of(writer, reader);
        }
    }

    /**
     * G1b: the read returned what its writer went on to append to, or to overwrite.
     *
     * @param element the last of the list, or the value of the register
     */
    record IntermediateRead(int reader, int readOp, long element, int writer) implements Anomaly {

        @Override
        public Phenomenon phenomenon() {
            return Phenomenon.G1B;
        }

        @Override
        public List<Integer> txns() {
            return List.of(writer, reader);
        }
    }

    /**
     * The read returned an element that nobody appended, or a value that nobody wrote.
     *
     * @param element of the list, or the value of the register
     */
    record GarbageRead(int reader, int readOp, long element) implements Anomaly {

        @Override
        public Phenomenon phenomenon() {
            return Phenomenon.GARBAGE_READ;
        }

        @Override
        public List<Integer> txns() {
            return List.of(reader);
        }
    }

    /** The read returned an element twice. */
    record DuplicateElement(int reader, int readOp, int element) implements Anomaly {

        @Override
        public Phenomenon phenomenon() {
            return Phenomenon.DUPLICATE_ELEMENTS;
        }

        @Override
        public List<Integer> txns() {
            return List.of(reader);
        }
    }

    /** The read contradicts what the transaction itself had read and appended, or written, before. */
    record InternalInconsistency(int txn, int readOp) implements Anomaly {

        @Override
        public Phenomenon phenomenon() {
            return Phenomenon.INTERNAL;
        }

        @Override
        public List<Integer> txns() {
            return List.of(txn);
        }
    }

    /**
     * The read returned an element that the transaction itself appended, or a value that it wrote, only later.
     *
     * @param appendOp the append or write
     */
    record FutureRead(int txn, int readOp, int appendOp) implements Anomaly {

        @Override
        public Phenomenon phenomenon() {
            return Phenomenon.FUTURE_READ;
        }

        @Override
        public List<Integer> txns() {
            return List.of(txn);
        }
    }

    /** Two committed reads of one key, neither of which is a prefix of the other. */
    record IncompatibleOrder(int reader, int readOp, int otherReader, int otherReadOp) implements Anomaly {

        @Override
        public Phenomenon phenomenon() {
            return Phenomenon.INCOMPATIBLE_ORDER;
        }

        @Override
        public List<Integer> txns() {
            return IntStream.of(reader, otherReader).distinct().boxed().toList();
        }
    }

    /** A committed append follows an element of an aborted transaction in a list that was read. */
    record DirtyUpdate(int writer, int appendOp, int abortedWriter, int abortedOp) implements Anomaly {

        @Override
        public Phenomenon phenomenon() {
            return Phenomenon.DIRTY_UPDATE;
        }

        @Override
        public List<Integer> txns() {
            return List.of(abortedWriter, writer);
        }
    }

    /** The transaction read a list and appended to it, and another had appended in between. */
    record LostUpdate(int txn, int readOp, int appendOp, int overwriter) implements Anomaly {

        @Override
        public Phenomenon phenomenon() {
            return Phenomenon.LOST_UPDATE;
        }

        @Override
        public List<Integer> txns() {
            return Stream.of(txn, overwriter).toList();
        }
    }
}
