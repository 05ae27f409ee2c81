package moirai.observation.shapes;

import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What type variables stand for, in a class and all that it extends and implements. */
public record TypeArguments(Map<TypeVariable<?>, Type> known) {

    public TypeArguments {
        known = Map.copyOf(known);
    }

    /** Returns those of a class. */
    public static TypeArguments of(Class<?> type) {
        Map<TypeVariable<?>, Type> known = new HashMap<>();
        collect(type, known);
        return new TypeArguments(known);
    }

    private static void collect(Class<?> type, Map<TypeVariable<?>, Type> known) {
        Stream<Type> above =
                Stream.concat(Stream.ofNullable(type.getGenericSuperclass()), Stream.of(type.getGenericInterfaces()));
        above.forEach(other -> {
            if (other instanceof ParameterizedType generic && generic.getRawType() instanceof Class<?> raw) {
                for (int i = 0; i < raw.getTypeParameters().length; i++) {
                    known.put(raw.getTypeParameters()[i], generic.getActualTypeArguments()[i]);
                }
                collect(raw, known);
            } else if (other instanceof Class<?> raw) {
                collect(raw, known);
            }
        });
    }

    /** Returns the class that a type is at run time; of a variable, that of what it stands for or of its bound. */
    public Class<?> raw(Type type) {
        return switch (type) {
            case Class<?> plain -> plain;
            case ParameterizedType generic -> raw(generic.getRawType());
            case TypeVariable<?> variable -> raw(known.getOrDefault(variable, variable.getBounds()[0]));
            case WildcardType wildcard -> raw(wildcard.getUpperBounds()[0]);
            case GenericArrayType array -> raw(array.getGenericComponentType()).arrayType();
            default -> Object.class;
        };
    }

    /** Returns the types that a generic type is of; of a variable, those of what it stands for. */
    List<Type> arguments(Type type) {
        return switch (type) {
            case ParameterizedType generic -> List.of(generic.getActualTypeArguments());
            case TypeVariable<?> variable -> arguments(known.getOrDefault(variable, variable.getBounds()[0]));
            default -> List.of();
        };
    }
}
