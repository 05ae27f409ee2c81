package moirai.exploration.search;

import java.util.List;

/** A program that can be explored: sessions that make calls, each one transaction or several. */
public interface Explorable {

    /** Runs it from its initial state; another one for each search. */
    TxnRunner runner();

    /** What each session calls, in a few words each. */
    List<List<String>> calls();

    /** The same without one call. */
    Explorable without(int session, int call);
}
