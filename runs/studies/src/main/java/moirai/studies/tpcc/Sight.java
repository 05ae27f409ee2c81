package moirai.studies.tpcc;

import moirai.scheduling.Step;

/** The rule by which statements of a replay see each other. Each statement is a transaction of its own. */
@FunctionalInterface
interface Sight {

    /**
     * Decides whether a statement sees what an earlier one of another call wrote.
     *
     * @param column of the row that is read; empty where only its presence is
     */
    boolean sees(Step writer, Step reader, String column);
}
