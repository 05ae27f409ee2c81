package moirai.exploration;

import java.util.List;
import moirai.exploration.search.Explorable;

/**
 * A program with its invariants.
 *
 * @param program the explored program
 * @param invariants the invariants that every behaviour must satisfy beside the program's own assertions
 */
public record CheckedProgram(Explorable program, List<Invariant> invariants) {

    public CheckedProgram {
        invariants = List.copyOf(invariants);
    }

    /** Returns a program without separate invariants; its own transactions assert what must hold. */
    public static CheckedProgram of(Explorable program) {
        return new CheckedProgram(program, List.of());
    }
}
