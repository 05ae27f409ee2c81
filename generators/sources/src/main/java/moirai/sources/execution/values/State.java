package moirai.sources.execution.values;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import moirai.directed.program.Condition;

/** The knowledge at a point of a path: the condition under which it is reached, the locals and the heap. */
public final class State {

    private Condition path = Condition.always();
    private Map<String, Value> locals = new TreeMap<>();
    private Map<Integer, Value> heap = new HashMap<>();
    private final Map<Integer, Value> initial;
    private boolean isSurelyLeft = true;
    private boolean hasEnded;
    private AutoCommit autoCommit = AutoCommit.AS_GIVEN;

    /** What is known of the connection's mode. */
    private enum AutoCommit {
        /** Nothing has been said: callers may have begun a transaction. */
        AS_GIVEN,
        ON,
        OFF
    }

    /**
     * Makes a state in which nothing has happened.
     *
     * @param initial what is in the heap as long as nothing else was put there; grows while the transaction is followed
     */
    public State(Map<Integer, Value> initial) {
        this.initial = initial;
    }

    public State copy() {
        var copy = new State(initial);
        copy.become(this);
        return copy;
    }

    /** Becomes a copy of another state. */
    public void become(State other) {
        path = other.path;
        isSurelyLeft &= other.isSurelyLeft;
        locals = new TreeMap<>(other.locals);
        heap = new HashMap<>(other.heap);
        hasEnded = other.hasEnded;
        autoCommit = other.autoCommit;
    }

    public Condition path() {
        return path;
    }

    public boolean isReached() {
        return !Logic.isNever(path);
    }

    /** Restricts the path to where a condition holds as well. */
    public void assume(Condition condition) {
        boolean wasReached = isReached();
        path = Logic.and(path, condition);
        isSurelyLeft &= isReached() || !wasReached || Logic.isSurelyNot(condition);
    }

    /** Returns whether the source, too, leaves the path wherever this state does, whatever the numbers are. */
    public boolean isSurelyLeft() {
        return isSurelyLeft;
    }

    /** Notes that another path met this one. */
    void meet(State other) {
        isSurelyLeft &= other.isSurelyLeft;
    }

    /** Ends the path. */
    public void end() {
        path = Logic.NEVER;
    }

    /** Replaces the condition of the path. */
    public void setPath(Condition condition) {
        path = condition;
    }

    public Map<String, Value> locals() {
        return locals;
    }

    public Map<Integer, Value> heap() {
        return heap;
    }

    /** Notes the ends of transactions that were passed on another path, which this one continues, too. */
    void addEnds(State other) {
        hasEnded |= other.hasEnded;
        autoCommit = autoCommit == other.autoCommit ? autoCommit : AutoCommit.ON;
    }

    /** Notes that a commit or a rollback was passed on this path. */
    public void noteEnd() {
        hasEnded = true;
    }

    /** Returns whether a commit or a rollback was passed on this path. */
    public boolean hasEnded() {
        return hasEnded;
    }

    /** Notes whether each statement commits by itself. */
    public void commitEach(boolean isOn) {
        autoCommit = isOn ? AutoCommit.ON : AutoCommit.OFF;
    }

    /** Returns whether statements surely do not commit by themselves, since the code has said so. */
    public boolean hasBegun() {
        return autoCommit == AutoCommit.OFF;
    }

    /** Returns whether each statement commits by itself. */
    public boolean commitsEach() {
        return autoCommit == AutoCommit.ON;
    }

    /** Returns whether all statements so far are in one transaction that is still open. */
    public boolean isOneTxn() {
        return !hasEnded && !commitsEach();
    }

    /** Returns what a reference refers to; any other value as it is. */
    public Value content(Value value) {
        return value instanceof Value.Reference(var address)
                ? heap.getOrDefault(address, initial.getOrDefault(address, value))
                : value;
    }

    /** Returns what lies in the heap at the beginning of the transaction. */
    Map<Integer, Value> initial() {
        return initial;
    }

    /** Replaces all locals, as at a call and after it. */
    public void setLocals(Map<String, Value> values) {
        locals = new TreeMap<>(values);
    }
}
