package moirai.observation.shapes;

import java.util.List;
import moirai.observation.txns.Arguments;
import moirai.observation.txns.Parameter;
import org.jspecify.annotations.Nullable;

/**
 * The values that an argument of a method is made of, and how it is made of them.
 *
 * @param parameters none for an argument that is always the same
 */
public record Shape(List<Parameter> parameters, Maker maker) {

    public Shape {
        parameters = List.copyOf(parameters);
    }

    /** Makes an argument of values. */
    @FunctionalInterface
    public interface Maker {

        /** Returns a new argument. */
        @Nullable
        Object make(Arguments arguments) throws ReflectiveOperationException;
    }

    static Shape of(Parameter parameter, Maker maker) {
        return new Shape(List.of(parameter), maker);
    }

    static Shape fixed(Maker maker) {
        return new Shape(List.of(), maker);
    }
}
