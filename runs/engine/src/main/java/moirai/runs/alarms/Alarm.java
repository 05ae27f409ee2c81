package moirai.runs.alarms;

import java.util.Optional;

/** A way to tell somebody outside of Moirai of anomalies. */
interface Alarm {

    /** Returns the option that asks for it, as the begin of messages. */
    String option();

    /**
     * Tells, in a bounded time.
     *
     * @param notice a JSON object
     * @return what went wrong, as a clause; empty if nothing did
     */
    Optional<String> raise(String notice) throws InterruptedException;
}
