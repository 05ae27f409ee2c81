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

    public State copy() {
        var copy = new State();
        copy.become(this);
        return copy;
    }

    /** Becomes a copy of another state. */
    public void become(State other) {
        path = other.path;
        locals = new TreeMap<>(other.locals);
        heap = new HashMap<>(other.heap);
    }

    public Condition path() {
        return path;
    }

    public boolean isReached() {
        return !Logic.isNever(path);
    }

    /** Restricts the path to where a condition holds as well. */
    public void assume(Condition condition) {
        path = Logic.and(path, condition);
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

    /** Returns what a reference refers to; any other value as it is. */
    public Value content(Value value) {
        return value instanceof Value.Reference(var address) ? heap.getOrDefault(address, value) : value;
    }

    /** Replaces all locals, as at a call and after it. */
    public void setLocals(Map<String, Value> values) {
        locals = new TreeMap<>(values);
    }
}
