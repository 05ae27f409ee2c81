package moirai.junit.weak;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import moirai.junit.weak.choices.ChoiceTape;
import moirai.mockstore.levels.StoreLevel;
import moirai.mockstore.sql.SqlDatabase;

/** The tries of a test on one database, all of which begin with the same state. One thread uses it. */
public final class Tries implements AutoCloseable {

    /** A test's body. */
    @FunctionalInterface
    public interface Body {

        /** Runs the test once. */
        void run() throws Throwable;
    }

    private final WeakDatabase database;
    private final StoreLevel level;
    private final List<Class<? extends Throwable>> conflicts;
    private final List<Trial> current = new ArrayList<>(1);
    private boolean isKept;

    private Tries(WeakDatabase database, StoreLevel level, List<Class<? extends Throwable>> conflicts) {
        this.database = database;
        this.level = level;
        this.conflicts = List.copyOf(conflicts);
    }

    /** Returns the tries of a test on a new database. */
    public static Tries onNew(StoreLevel level, List<Class<? extends Throwable>> conflicts) {
        return new Tries(WeakDatabase.empty(level), level, conflicts);
    }

    /** Returns the tries of a test on a database that exists; {@link #close} gives it back. */
    public static Tries on(SqlDatabase database, StoreLevel level, List<Class<? extends Throwable>> conflicts) {
        return new Tries(new WeakDatabase(database), level, conflicts);
    }

    public SqlDatabase database() {
        return database.database();
    }

    public StoreLevel level() {
        return level;
    }

    /**
     * Runs calls beside each other, as part of the current try.
     *
     * @return the end of each call that was run
     * @throws InterruptedException if the calling thread is interrupted
     * @throws StuckException if a call neither ends nor begins a transaction
     * @throws CallFailedException if a call throws something that is no conflict
     * @throws MisuseException if there is no current try, as before the test's method
     */
    public List<Ended> inParallel(List<? extends Call> calls) throws InterruptedException, StuckException {
        if (current.isEmpty()) {
            throw new MisuseException(
                    "inParallel is called outside of the test's method; expected calls there alone, after the set-up");
        }
        return current.getFirst().inParallel(calls);
    }

    /** Follows what the coming tries decide, on a clock that stands still, or nothing from now on. */
    void follow(Optional<Decisions> decisions) {
        database.follow(decisions);
    }

    /**
     * Runs the body once. The state before the first try is the one that every try begins with.
     *
     * @throws InterruptedException if the thread was interrupted
     */
    Outcome run(Body body, ChoiceTape tape, BitSet leftOut) throws InterruptedException {
        return run(body, level, tape, leftOut);
    }

    /** Runs the body once, as {@link #run(Body, ChoiceTape, BitSet)} does, at another level. */
    Outcome run(Body body, StoreLevel other, ChoiceTape tape, BitSet leftOut) throws InterruptedException {
        if (!isKept) {
            database.keep();
            isKept = true;
        }
        database.begin(other, tape);
        var trial = new Trial(database, tape, leftOut, conflicts);
        current.add(trial);
        try {
            body.run();
            return database.ended(new Outcome(trial, null));
        } catch (InterruptedException interrupted) {
            throw interrupted;
        } catch (VirtualMachineError error) {
            throw error;
        } catch (Throwable thrown) {
            return database.ended(new Outcome(trial, thrown));
        } finally {
            current.clear();
        }
    }

    /**
     * Ends the tries: the database is again as it was before the first, and what is done to it from now on stays, as
     * the clean-up of a test.
     */
    public void end() {
        database.end();
        isKept = false;
    }

    @Override
    public void close() {
        database.close();
    }
}
