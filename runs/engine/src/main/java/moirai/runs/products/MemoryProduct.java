package moirai.runs.products;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import moirai.clients.memory.MemoryIsolation;
import moirai.clients.memory.PlantedBug;
import moirai.generators.Structure;
import moirai.history.level.IsolationLevel;
import moirai.runs.Target;

/** The simulated database as a product, honest or with a planted bug. */
final class MemoryProduct implements Product {

    /**
     * The probability with which a planted bug shows at each opportunity: often enough to be found at once, not in
     * every transaction.
     */
    private static final double BUG_PROBABILITY = 0.1;

    private static final String OF_BUGS = MemoryIsolation.STRICT_SERIALIZABLE.levelName();

    @Override
    public String name() {
        return "memory";
    }

    @Override
    public String form() {
        return "memory[:BUG]";
    }

    @Override
    public List<String> arguments() {
        return Arrays.stream(PlantedBug.values()).map(PlantedBug::cliName).toList();
    }

    @Override
    public String describe(String argument) {
        return (argument.isEmpty() ? name() : name() + ":" + argument) + " (simulated)";
    }

    @Override
    public List<String> levels() {
        return Arrays.stream(MemoryIsolation.values())
                .map(MemoryIsolation::levelName)
                .toList();
    }

    @Override
    public String isolation(Wish wish) {
        String level = wish.isolation().isEmpty() ? OF_BUGS : wish.isolation();
        if (!wish.argument().isEmpty() && !level.equals(OF_BUGS)) {
            throw new IllegalArgumentException(
                    "--isolation: planted bugs are in a strict-serializable database; leave --isolation out");
        }
        return level;
    }

    @Override
    public Set<Structure> structures() {
        return EnumSet.allOf(Structure.class);
    }

    @Override
    public Target target(Wish wish) {
        String level = isolation(wish);
        if (!wish.argument().isEmpty()) {
            return new Target.Planted(PlantedBug.parse(wish.argument()), BUG_PROBABILITY);
        }
        return new Target.Honest(Arrays.stream(MemoryIsolation.values())
                .filter(candidate -> candidate.levelName().equals(level))
                .findFirst()
                .orElseThrow());
    }

    @Override
    public boolean isNamedIn(String version) {
        return version.startsWith(name());
    }

    @Override
    public Optional<IsolationLevel> promise(String isolation) {
        return IsolationLevel.NAMES.named(isolation);
    }
}
