package moirai.runs.store;

import moirai.runs.ExitCode;
import moirai.runs.RunException;
import moirai.runs.files.HeldLock;

/** The lock of a run's directory, which one process holds while the run goes. */
public final class RunLock implements AutoCloseable {

    private final HeldLock lock;

    private RunLock(HeldLock lock) {
        this.lock = lock;
    }

    /**
     * Takes the lock.
     *
     * @throws RunException if somebody has it
     */
    public static RunLock of(RunDirectory directory) {
        return HeldLock.of(directory.lock())
                .map(RunLock::new)
                .orElseThrow(() -> new RunException(
                        directory.path() + " is still being recorded: stop that run first, or wait for its end",
                        ExitCode.REFUSED));
    }

    /** Fails if this is not the lock of that directory, or is not held any more. */
    public void requireOf(RunDirectory directory) {
        if (!lock.isOf(directory.lock())) {
            throw new IllegalStateException("this is not the lock of " + directory.path());
        }
    }

    @Override
    public void close() {
        lock.close();
    }
}
