package moirai.exploration.program;

import static java.util.Objects.requireNonNull;

import it.unimi.dsi.fastutil.objects.Object2IntOpenHashMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import moirai.exploration.search.Block;
import moirai.exploration.search.NondeterminismError;
import moirai.exploration.search.Recorder;
import moirai.exploration.search.Steps;
import moirai.exploration.search.TxnEnd;
import moirai.exploration.search.TxnRunner;

/** A runner of a program's bodies in the thread of the caller. A body has no input but its reads. */
public final class ProgramRunner implements TxnRunner {

    private static final String NULL_REPLY = "the body returns null; expected what its client is told";

    /** The marker of a key without a value. */
    private static final Absent ABSENT = Absent.ABSENT;

    private enum Absent {
        ABSENT;

        @Override
        public String toString() {
            return "nothing";
        }
    }

    private final Program program;
    private final List<List<ProgramTxn>> sessions;
    private final Object2IntOpenHashMap<Object> keyIds = new Object2IntOpenHashMap<>();
    private final List<Object> keys = new ArrayList<>();
    private final List<Object> initial = new ArrayList<>();
    /** The names of the transactions of each session in their last run. */
    private final List<List<String>> names = new ArrayList<>();

    private boolean hasThen;

    /** Creates a runner of a program, which begins with the program's initial state. */
    public ProgramRunner(Program program) {
        this.program = program;
        this.sessions = new ArrayList<>(program.sessions());
        if (!program.afterwards().isEmpty()) {
            sessions.add(program.afterwards());
        }
        sessions.forEach(session -> names.add(new ArrayList<>()));
        keyIds.defaultReturnValue(-1);
    }

    @Override
    public int sessionCount() {
        return sessions.size();
    }

    @Override
    public boolean isLastFinal() {
        return !program.afterwards().isEmpty();
    }

    @Override
    public boolean isEmpty(int session) {
        return sessions.get(session).isEmpty();
    }

    @Override
    public String keyName(int key) {
        return keys.get(key).toString();
    }

    @Override
    public String txnName(int session, int position) {
        return names.get(session).get(position);
    }

    @Override
    public TxnEnd run(Sight history, int session, Recorder recorder) {
        int position = recorder.place().position();
        Next next = next(history, session, position);
        boolean isLast = next.isLastListed;
        remember(session, position, next.txn.name());
        var access = new Access(history, recorder);
        try {
            Object reply = requireNonNull(next.txn.body().run(access), NULL_REPLY);
            if (access.isAborted) {
                return aborted(isLast);
            }
            boolean goesOn = reply instanceof Then;
            hasThen |= goesOn;
            return new TxnEnd(true, reply, "", isLast && !goesOn);
        } catch (TxnAbortedError aborted) {
            return aborted(isLast);
        } catch (NondeterminismError | VirtualMachineError error) {
            throw error;
        } catch (Throwable thrown) {
            return isOfAbort(thrown) ? aborted(isLast) : new TxnEnd(false, "failed", TxnEnd.text(thrown), true);
        }
    }

    /**
     * The next transaction of a session.
     *
     * @param isLastListed whether it is the last one that the program lists for its session
     */
    private record Next(ProgramTxn txn, boolean isLastListed) {}

    /**
     * Returns the next transaction of a session: the one that its last transaction asks for, or else the next one of
     * the program.
     */
    private Next next(Sight history, int session, int position) {
        List<ProgramTxn> txns = sessions.get(session);
        int listed = position;
        Object last = "";
        for (int index = 0; hasThen && index < history.count(); index++) {
            Block block = history.block(index);
            if (block.place().session() == session) {
                last = block.end().reply();
                listed -= last instanceof Then ? 1 : 0;
            }
        }
        ProgramTxn txn = txns.get(listed);
        boolean isLast = listed == txns.size() - 1;
        return new Next(last instanceof Then(String name, Body body) ? new ProgramTxn(name, body) : txn, isLast);
    }

    private void remember(int session, int position, String name) {
        List<String> known = names.get(session);
        if (position < known.size()) {
            known.set(position, name);
        } else {
            known.add(name);
        }
    }

    private static TxnEnd aborted(boolean isLast) {
        return new TxnEnd(false, "aborted", "", isLast);
    }

    /** Returns whether an abort of the transaction is among the causes. A body may have wrapped it. */
    private static boolean isOfAbort(Throwable thrown) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (cause instanceof TxnAbortedError) {
                return true;
            }
        }
        return false;
    }

    private int idOf(Object key) {
        int known = keyIds.getInt(key);
        if (known >= 0) {
            return known;
        }
        keyIds.put(key, keys.size());
        keys.add(key);
        Object value = program.initial().get(key);
        initial.add(value == null ? ABSENT : value);
        return keys.size() - 1;
    }

    /** The store from the view of one transaction. */
    private final class Access implements Txn {

        private final Sight history;
        private final Recorder recorder;
        /** True if the transaction has aborted itself; the body may catch the error and continue. */
        private boolean isAborted;

        Access(Sight history, Recorder recorder) {
            this.history = history;
            this.recorder = recorder;
        }

        @Override
        public Optional<Object> read(Object key) {
            requireActive();
            int id = idOf(key);
            int source = recorder.source(id);
            Object value = value(id, source);
            recorder.read(id, source, value);
            return present(value);
        }

        @Override
        public Optional<Object> readForUpdate(Object key) {
            requireActive();
            int id = idOf(key);
            int source = recorder.source(id);
            Object value = value(id, source);
            if (source == Steps.OWN) {
                recorder.read(id, source, value);
            } else {
                recorder.readLocking(id, source, value);
                recorder.write(id, value);
            }
            return present(value);
        }

        private Object value(int id, int source) {
            return switch (source) {
                case Steps.OWN -> recorder.ownValue(id);
                case Steps.INITIAL -> initial.get(id);
                default -> history.byId(source).written(id);
            };
        }

        private static Optional<Object> present(Object value) {
            return value instanceof Absent ? Optional.empty() : Optional.of(value);
        }

        @Override
        public void write(Object key, Object value) {
            requireActive();
            recorder.write(idOf(key), requireNonNull(value, "null is no value; delete makes a key hold nothing"));
        }

        @Override
        public void delete(Object key) {
            requireActive();
            recorder.write(idOf(key), ABSENT);
        }

        @Override
        public TxnAbortedError abort() {
            isAborted = true;
            throw new TxnAbortedError();
        }

        private void requireActive() {
            if (isAborted) {
                throw new TxnAbortedError();
            }
        }
    }
}
