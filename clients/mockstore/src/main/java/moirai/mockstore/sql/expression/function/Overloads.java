package moirai.mockstore.sql.expression.function;

import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToIntFunction;
import moirai.mockstore.sql.types.Casts;
import moirai.mockstore.sql.types.Casts.Category;
import moirai.mockstore.sql.types.SqlType;

/**
 * Chooses among functions of one name by the types of the arguments.
 *
 * <p>The steps are those of PostgreSQL 18's manual, sections 10.2 and 10.3: (1) the exact match, where an operator's
 * unknown operand counts as being of the other's type; (2) the functions to whose parameters the arguments convert
 * implicitly; of these (3) the ones with most exact matches, (4) then with most exact or preferred types, (5) then
 * those that take each unknown argument as a string, or else as the category on which all agree, (6) then the function
 * that takes all arguments as if they were of the only known type. Cost: O(candidates × parameters).
 */
final class Overloads {

    private final List<SqlType> arguments;
    private final boolean anyUnknown;

    private Overloads(List<SqlType> arguments) {
        this.arguments = arguments;
        this.anyUnknown = arguments.contains(SqlType.UNKNOWN);
    }

    /** Returns the best candidates: none if no candidate accepts the arguments, more than one if none is best. */
    static List<Signature> choose(Collection<Signature> candidates, List<SqlType> arguments, boolean isOperator) {
        return new Overloads(arguments).choose(candidates, isOperator);
    }

    private List<Signature> choose(Collection<Signature> candidates, boolean isOperator) {
        Optional<Signature> exact = exact(candidates, isOperator);
        if (exact.isPresent()) {
            return List.of(exact.get());
        }
        List<Signature> left = candidates.stream()
                .filter(candidate -> accepts(candidate, arguments))
                .toList();
        if (left.size() > 1) {
            left = best(left, this::exactMatches);
        }
        if (left.size() > 1) {
            left = best(left, this::preferredMatches);
        }
        if (left.size() > 1 && anyUnknown) {
            left = byUnknowns(left);
        }
        if (left.size() > 1 && anyUnknown) {
            left = byOnlyKnown(left);
        }
        return left;
    }

    private Optional<Signature> exact(Collection<Signature> candidates, boolean isOperator) {
        List<SqlType> wanted = arguments;
        if (isOperator && arguments.size() == 2 && anyUnknown) {
            SqlType known = arguments.get(0) == SqlType.UNKNOWN ? arguments.get(1) : arguments.get(0);
            wanted = List.of(known, known);
        }
        List<SqlType> types = wanted;
        return candidates.stream()
                .filter(candidate -> candidate.parameters().equals(types))
                .findFirst();
    }

    private static boolean accepts(Signature candidate, List<SqlType> types) {
        if (candidate.parameters().size() != types.size()) {
            return false;
        }
        for (int at = 0; at < types.size(); at++) {
            if (!Casts.isImplicit(types.get(at), candidate.parameters().get(at))) {
                return false;
            }
        }
        return true;
    }

    private static List<Signature> best(List<Signature> candidates, ToIntFunction<Signature> score) {
        int most = candidates.stream().mapToInt(score).max().orElse(0);
        return candidates.stream()
                .filter(candidate -> score.applyAsInt(candidate) == most)
                .toList();
    }

    private int exactMatches(Signature candidate) {
        int matches = 0;
        for (int at = 0; at < arguments.size(); at++) {
            if (arguments.get(at) != SqlType.UNKNOWN && candidate.parameters().get(at) == arguments.get(at)) {
                matches++;
            }
        }
        return matches;
    }

    private int preferredMatches(Signature candidate) {
        int matches = 0;
        for (int at = 0; at < arguments.size(); at++) {
            SqlType argument = arguments.get(at);
            SqlType parameter = candidate.parameters().get(at);
            boolean preferred = Casts.isPreferred(parameter) && Casts.category(parameter) == Casts.category(argument);
            if (argument != SqlType.UNKNOWN && (parameter == argument || preferred)) {
                matches++;
            }
        }
        return matches;
    }

    private List<Signature> byUnknowns(List<Signature> candidates) {
        List<Signature> left = new ArrayList<>(candidates);
        for (int at = 0; at < arguments.size(); at++) {
            if (arguments.get(at) != SqlType.UNKNOWN) {
                continue;
            }
            Optional<Category> category = categoryAt(candidates, at);
            if (category.isEmpty()) {
                return candidates;
            }
            int position = at;
            boolean preferred = candidates.stream()
                    .map(candidate -> candidate.parameters().get(position))
                    .anyMatch(type -> Casts.category(type) == category.get() && Casts.isPreferred(type));
            left.removeIf(candidate -> {
                SqlType type = candidate.parameters().get(position);
                return Casts.category(type) != category.get() || (preferred && !Casts.isPreferred(type));
            });
        }
        return left.isEmpty() ? candidates : left;
    }

    /**
     * Returns the category that an unknown argument is assumed to have: string if possible; empty if the candidates do
     * not agree.
     */
    private static Optional<Category> categoryAt(List<Signature> candidates, int position) {
        Set<Category> categories = EnumSet.noneOf(Category.class);
        for (Signature candidate : candidates) {
            categories.add(Casts.category(candidate.parameters().get(position)));
        }
        if (categories.contains(Category.STRING)) {
            return Optional.of(Category.STRING);
        }
        return categories.size() == 1 ? categories.stream().findFirst() : Optional.empty();
    }

    private List<Signature> byOnlyKnown(List<Signature> candidates) {
        List<SqlType> known = arguments.stream()
                .filter(type -> type != SqlType.UNKNOWN)
                .distinct()
                .toList();
        if (known.size() != 1) {
            return candidates;
        }
        List<SqlType> assumed = arguments.stream().map(type -> known.get(0)).toList();
        List<Signature> accepting = candidates.stream()
                .filter(candidate -> accepts(candidate, assumed))
                .toList();
        return accepting.size() == 1 ? accepting : candidates;
    }
}
