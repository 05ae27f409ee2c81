package moirai.sources.execution.values;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import moirai.sources.index.SourceType;

/** A call of a method: where it returns to, and where the loops and switches that surround a point do. */
public final class Frame {

    /** The name under which a state holds what is returned. */
    public static final String RESULT = "return value";

    private final SourceType type;
    private final Value self;
    private final int depth;
    private final List<State> returns = new ArrayList<>();
    private final Deque<Jumps> jumps = new ArrayDeque<>();
    private String label = "";

    /** States that left a loop or switch, and those that go on with its next iteration. */
    public record Jumps(boolean isLoop, String label, List<State> breaks, List<State> continues) {}

    public Frame(SourceType type, Value self, int depth) {
        this.type = type;
        this.self = self;
        this.depth = depth;
    }

    /** The type whose names are seen. */
    public SourceType type() {
        return type;
    }

    /** What {@code this} is. */
    public Value self() {
        return self;
    }

    /** How many calls are around it. */
    public int depth() {
        return depth;
    }

    public List<State> returns() {
        return returns;
    }

    public Deque<Jumps> jumps() {
        return jumps;
    }

    /** Goes into a loop or a switch. */
    public Jumps enter(boolean isLoop) {
        var entered = new Jumps(isLoop, label, new ArrayList<>(), new ArrayList<>());
        label = "";
        jumps.push(entered);
        return entered;
    }

    /** What is entered next has this label. */
    public void label(String name) {
        label = name;
    }

    /** The loop or switch with a label. */
    public Optional<Jumps> labelled(String name) {
        return jumps.stream().filter(entered -> entered.label().equals(name)).findFirst();
    }

    /** The innermost loop that is left by continue. */
    public Jumps loop() {
        return jumps.stream()
                .filter(Jumps::isLoop)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("continue outside a loop"));
    }
}
