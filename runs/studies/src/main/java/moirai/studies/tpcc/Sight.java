package moirai.studies.tpcc;

import moirai.scheduling.Step;

/** Who sees whom in a replay. Each statement is a transaction of its own. */
@FunctionalInterface
interface Sight {

    /**
     * Whether a statement sees what an earlier one of another call wrote.
     *
     * @param column of the row that is read; empty where only its presence is
     */
    boolean sees(Step writer, Step reader, String column);
}
