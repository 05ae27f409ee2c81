package moirai.sources.execution.values;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import moirai.sources.index.SourceType;

/** A call of a method, with the places to which its returns, loops and switches lead. */
public final class Frame {

    /** The name under which a state holds the value that is returned. */
    public static final String RESULT = "return value";

    private final SourceType type;
    private final Value self;
    private final int depth;
    private final List<State> returns = new ArrayList<>();
    private final Deque<Jumps> jumps = new ArrayDeque<>();
    private String label = "";

    /** The states that left a loop or switch, and those that continue with its next iteration. */
    public record Jumps(boolean isLoop, String label, List<State> breaks, List<State> continues) {}

    public Frame(SourceType type, Value self, int depth) {
        this.type = type;
        this.self = self;
        this.depth = depth;
    }

    /** Returns the type whose names are visible. */
    public SourceType type() {
        return type;
    }

    /** Returns the value of {@code this}. */
    public Value self() {
        return self;
    }

    /** Returns the number of calls around this one. */
    public int depth() {
        return depth;
    }

    public List<State> returns() {
        return returns;
    }

    public Deque<Jumps> jumps() {
        return jumps;
    }

    /** Enters a loop or a switch. */
    public Jumps enter(boolean isLoop) {
        var entered = new Jumps(isLoop, label, new ArrayList<>(), new ArrayList<>());
        label = "";
        jumps.push(entered);
        return entered;
    }

    /** Gives a label to the loop or switch that is entered next. */
    public void label(String name) {
        label = name;
    }

    /** Returns the loop or switch with a label. */
    public Optional<Jumps> labelled(String name) {
        return jumps.stream().filter(entered -> entered.label().equals(name)).findFirst();
    }

    /** Returns the innermost loop, to which {@code continue} leads. */
    public Jumps loop() {
        return jumps.stream()
                .filter(Jumps::isLoop)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("continue outside a loop"));
    }
}
