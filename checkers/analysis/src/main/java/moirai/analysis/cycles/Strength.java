package moirai.analysis.cycles;

import moirai.analysis.Dependency;

/** The orders besides those of the data that count towards a cycle. */
public enum Strength {
    /** Data alone: ww, wr, rw. */
    PLAIN(0, 0),
    /** The order within sessions too, at least once. */
    PROCESS(Dependency.PROCESS.bit(), Dependency.PROCESS.bit()),
    /** The orders within sessions and in real time too, the latter at least once. */
    REALTIME(Dependency.PROCESS.bit() | Dependency.REALTIME.bit(), Dependency.REALTIME.bit());

    private final int orders;
    private final int required;

    Strength(int orders, int required) {
        this.orders = orders;
        this.required = required;
    }

    /** Returns the mask of the orders that may be used. */
    int orders() {
        return orders;
    }

    /** Returns the mask of the order of which a cycle needs one edge, or 0. */
    int required() {
        return required;
    }
}
