package moirai.runs.campaign.file;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import moirai.runs.campaign.sampling.Box;

/**
 * The combinations of the axes that meet conditions. A key of a condition can be about several axes: about one of its
 * name, and about those that set the option of its name.
 */
final class Boxes {

    private final List<Axis> axes;
    private final List<Setting> run;

    /** @param run the options of every cell, which hold where no value of an axis sets them otherwise */
    Boxes(List<Axis> axes, List<Setting> run) {
        this.axes = axes;
        this.run = run;
    }

    /** Returns boxes that together are the combinations which meet the condition; none if no combination meets it. */
    List<Box> of(Condition condition) {
        List<Box> all = List.of(Box.WHOLE);
        for (Condition.Key key : condition.keys()) {
            all = both(all, of(key.name(), key.accepted()));
        }
        return all;
    }

    /**
     * Returns the boxes of what an exclude is about.
     *
     * @throws moirai.runs.RunException if no combination meets it
     */
    List<Box> required(Condition condition) {
        List<Box> all = List.of(Box.WHOLE);
        for (int place = 0; place < condition.keys().size(); place++) {
            Condition.Key key = condition.keys().get(place);
            List<Box> more = both(all, of(key.name(), key.accepted()));
            if (more.isEmpty()) {
                List<Box> before = all;
                throw refused(
                        condition,
                        place,
                        "no combination of the axes has ",
                        values(key.name())
                                .filter(value -> !both(before, of(key.name(), List.of(value)))
                                        .isEmpty()));
            }
            all = more;
        }
        return all;
    }

    /**
     * Returns the refusal of a condition that nothing meets, to be thrown.
     *
     * @param place the number of the first key that cannot be met together with those before
     * @param nothing the beginning of the message
     * @param possible the values of that key that can be met together with those before
     */
    static RuntimeException refused(Condition condition, int place, String nothing, Stream<String> possible) {
        Condition.Key key = condition.keys().get(place);
        String known = possible.distinct().collect(Collectors.joining(" or "));
        return YamlNode.refused(
                key.place(),
                nothing
                        + condition.keys().subList(0, place + 1).stream()
                                .map(had -> had.name() + "=" + String.join(" or ", had.accepted()))
                                .collect(Collectors.joining(" and "))
                        + ": expected "
                        + (known.isEmpty() ? "a condition without " + key.name() : key.name() + "=" + known));
    }

    private static List<Box> both(List<Box> some, List<Box> others) {
        return some.stream()
                .flatMap(box -> others.stream().flatMap(other -> box.and(other).stream()))
                .toList();
    }

    private List<Box> of(String key, List<String> accepted) {
        var boxes = new ArrayList<Box>();
        for (int axis = 0; axis < axes.size(); axis++) {
            Axis known = axes.get(axis);
            with(
                            Box.WHOLE,
                            axis,
                            value -> accepted.stream().anyMatch(wanted -> value.matches(known.name(), key, wanted)))
                    .ifPresent(boxes::add);
        }
        boolean isOfRun = run.stream()
                .anyMatch(setting -> setting.option().equals(key)
                        && setting.values().stream().anyMatch(accepted::contains));
        if (isOfRun) {
            Optional<Box> unset = Optional.of(Box.WHOLE);
            for (int axis = 0; axis < axes.size(); axis++) {
                int one = axis;
                unset = unset.flatMap(
                        box -> with(box, one, value -> value.setting(key).isEmpty()));
            }
            unset.ifPresent(boxes::add);
        }
        return boxes;
    }

    private Optional<Box> with(Box box, int axis, Predicate<Axis.Value> isAccepted) {
        List<Axis.Value> values = axes.get(axis).values();
        var accepted = new BitSet();
        IntStream.range(0, values.size())
                .filter(value -> isAccepted.test(values.get(value)))
                .forEach(accepted::set);
        return box.with(axis, accepted);
    }

    /** Returns what a key can be, by the axes. */
    private Stream<String> values(String key) {
        return axes.stream()
                .flatMap(axis -> axis.values().stream()
                        .flatMap(value -> Stream.concat(
                                axis.name().equals(key) ? Stream.of(value.name()) : Stream.empty(),
                                value.setting(key).stream().flatMap(setting -> setting.values().stream()))));
    }
}
