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

    /** What a jump leaves; a block only if the jump names its label. */
    public enum Left {
        LOOP,
        SWITCH,
        BLOCK
    }

    /** The states that left a loop, switch or block, and those that continue with the next iteration of a loop. */
    public record Jumps(Left what, String label, List<State> breaks, List<State> continues) {}

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

    /** Enters a loop, a switch or a block with a label. */
    public Jumps enter(Left what) {
        var entered = new Jumps(what, label, new ArrayList<>(), new ArrayList<>());
        label = "";
        jumps.push(entered);
        return entered;
    }

    /** Gives a label to what is entered next. */
    public void label(String name) {
        label = name;
    }

    /** Returns what has a label. */
    public Optional<Jumps> labelled(String name) {
        return jumps.stream().filter(entered -> entered.label().equals(name)).findFirst();
    }

    /** Returns the innermost loop or switch, from which a {@code break} leads; empty if there is none. */
    public Optional<Jumps> nearest() {
        return jumps.stream().filter(entered -> entered.what() != Left.BLOCK).findFirst();
    }

    /** Returns the innermost loop, to which {@code continue} leads; empty if there is none. */
    public Optional<Jumps> loop() {
        return jumps.stream().filter(entered -> entered.what() == Left.LOOP).findFirst();
    }
}
