package moirai.runs.campaign.file;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import moirai.runs.campaign.Cell;

/**
 * A cell before its options are put together.
 *
 * @param values by the name of an axis or of an option
 * @param place where its first value stands
 */
record NamedCell(Map<String, Axis.Value> values, String place, boolean isCanary) {

    static NamedCell of(CampaignFile.Included included, boolean isCanary) {
        var values = new LinkedHashMap<String, Axis.Value>();
        included.values().forEach(named -> values.put(named.key(), named.value()));
        return new NamedCell(values, included.place(), isCanary);
    }

    Map<String, String> names() {
        var names = new LinkedHashMap<String, String>();
        values.forEach((key, value) -> names.put(key, value.name()));
        return names;
    }

    /** Returns the cell by which it is known in stores, without what it runs. */
    private Cell cell() {
        return new Cell(names(), List.of(), List.of(), 0, isCanary);
    }

    /**
     * Requires that no two cells have one name, or one name of their runs: the night keeps results by them.
     *
     * @throws moirai.runs.RunException if two have
     */
    static void requireDistinct(List<NamedCell> cells) {
        var byName = new HashMap<String, NamedCell>();
        for (NamedCell cell : cells) {
            Cell known = cell.cell();
            for (String name : List.of("the name " + known.name(), "runs of the name " + known.runName())) {
                Optional.ofNullable(byName.put(name, cell)).ifPresent(other -> {
                    throw YamlNode.refused(
                            cell.place(),
                            other.names().equals(cell.names())
                                    ? "the cell " + cell.names() + " is there already: expected another"
                                    : "the cells " + other.names() + ", from " + other.place() + ", and " + cell.names()
                                            + " both have " + name + ": expected other names of their values");
                });
            }
        }
    }

    /** Returns its options, each by its name: those of every cell, as far as no value sets them otherwise. */
    Map<String, Setting> settings(List<Setting> run) {
        var settings = new LinkedHashMap<String, Setting>();
        run.forEach(setting -> settings.put(setting.option(), setting));
        var ofAxes = new HashMap<String, String>();
        values.forEach((axis, value) -> value.settings().forEach(setting -> {
            Optional.ofNullable(ofAxes.put(setting.option(), axis)).ifPresent(other -> {
                throw YamlNode.refused(
                        setting.place(),
                        "'" + setting.option() + "' is also set by the axis " + other + ": expected one of them");
            });
            settings.put(setting.option(), setting);
        }));
        return settings;
    }

    /** Returns whether the cell has one of the accepted values at each key; {@code settings} are its own. */
    boolean meets(List<Condition.Key> keys, Map<String, Setting> settings) {
        return keys.stream().allMatch(key -> valuesOf(key.name(), settings).anyMatch(key.accepted()::contains));
    }

    /** Returns the values that a condition can name at a key. */
    Stream<String> valuesOf(String key, Map<String, Setting> settings) {
        return Stream.concat(
                Optional.ofNullable(values.get(key)).map(Axis.Value::name).stream(),
                Optional.ofNullable(settings.get(key)).stream().flatMap(setting -> setting.values().stream()));
    }
}
