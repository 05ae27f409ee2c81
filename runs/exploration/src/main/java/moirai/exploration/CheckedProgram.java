package moirai.exploration;

import java.util.List;
import moirai.exploration.search.Explorable;

/**
 * A program with what its clients rely on.
 *
 * @param program that is explored
 * @param invariants which every behaviour has to keep, beside what the program itself asserts
 */
public record CheckedProgram(Explorable program, List<Invariant> invariants) {

    public CheckedProgram {
        invariants = List.copyOf(invariants);
    }

    /** Returns a program without invariants of its own: its transactions assert what must hold. */
    public static CheckedProgram of(Explorable program) {
        return new CheckedProgram(program, List.of());
    }
}
