package moirai.exploration.search;

import java.util.List;

/** A program that can be explored: sessions that make calls, each one transaction or several. */
public interface Explorable {

    /** Returns a runner that begins with the program's initial state; each search needs its own. */
    TxnRunner runner();

    /** Returns the calls of each session, each in a few words. */
    List<List<String>> calls();

    /** Returns the same program without one call. */
    Explorable without(int session, int call);
}
