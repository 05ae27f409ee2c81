package moirai.sources.execution.values;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import moirai.directed.program.Condition;

/** What is known at a point of a path: the condition under which it is reached, locals and heap. */
public final class State {

    private Condition path = Condition.always();
    private Map<String, Value> locals = new TreeMap<>();
    private Map<Integer, Value> heap = new HashMap<>();

    public State copy() {
        var copy = new State();
        copy.become(this);
        return copy;
    }

    /** Takes over everything of another state. */
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

    /** Goes on only where this holds as well. */
    public void assume(Condition condition) {
        path = Logic.and(path, condition);
    }

    /** Nothing follows here. */
    public void end() {
        path = Logic.NEVER;
    }

    /** Puts another condition in place of the path's. */
    public void setPath(Condition condition) {
        path = condition;
    }

    public Map<String, Value> locals() {
        return locals;
    }

    public Map<Integer, Value> heap() {
        return heap;
    }

    /** Replaces all locals, as at a call and after it. */
    public void setLocals(Map<String, Value> values) {
        locals = new TreeMap<>(values);
    }
}
