package moirai.runs;

/** Hears how a run goes; called by the thread that waits for the sessions, never by a session. */
public interface RunWatcher {

    /** Hears nothing. */
    RunWatcher SILENT = new RunWatcher() {
        @Override
        public void stage(String what) {}

        @Override
        public void progress(RunProgress progress) {}
    };

    /** Another stage begins, such as the start of a server or the check. */
    void stage(String what);

    /** Called a few times a second while sessions run, and once when they have ended. */
    void progress(RunProgress progress);
}
