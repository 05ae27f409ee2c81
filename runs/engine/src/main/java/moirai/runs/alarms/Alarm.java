package moirai.runs.alarms;

import java.util.Optional;

/** A way to tell somebody outside of Moirai of anomalies. */
interface Alarm {

    /** Returns the option that asks for the alarm; messages begin with it. */
    String option();

    /**
     * Delivers a notice. Takes a bounded time.
     *
     * @param notice a JSON object
     * @return the reason for which the notice was not delivered, as a clause; empty if it was
     */
    Optional<String> raise(String notice) throws InterruptedException;
}
