package moirai.runs.matrix;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import moirai.history.level.Phenomenon;
import moirai.runs.files.Json;

/** The table for programs, as JSON. */
public final class MatrixJson {

    private static final int SCHEMA = 1;

    private MatrixJson() {}

    /** Returns the table as an object over several lines. */
    public static String of(Matrix matrix) {
        return Json.text(Json.object(
                "schema",
                SCHEMA,
                "database",
                matrix.database(),
                "seed",
                matrix.seed().toString(),
                "workloads",
                matrix.workloads(),
                "rows",
                matrix.rows().stream().map(MatrixJson::row).toList(),
                "unmeasured",
                matrix.unmeasured(),
                "exit-code",
                matrix.exitCode().code()));
    }

    private static Map<String, Object> row(Row row) {
        var cells = new LinkedHashMap<String, Object>();
        Column.all().forEach(column -> cells.put(column.label(), cell(row.cell(column))));
        return Json.object(
                "level",
                row.level(),
                "documented",
                row.promise(),
                "committed",
                row.committed(),
                "runs",
                row.runs().stream().map(run -> run.run().directory().toString()).toList(),
                "cells",
                cells,
                "besides",
                row.beside().entrySet().stream()
                        .collect(Collectors.toMap(
                                seen -> seen.getKey().label(), Map.Entry::getValue, Integer::sum, LinkedHashMap::new)),
                "forbidden",
                row.broken().stream().map(Phenomenon::label).toList(),
                "exception",
                row.exception(),
                "known",
                row.known().orElse(""),
                "notes",
                row.notes(),
                "exit-code",
                row.exitCode().code());
    }

    private static Map<String, Object> cell(Cell cell) {
        Map<String, Object> fields = Json.object("state", cell.state());
        switch (cell) {
            case Cell.Shown(long count, long txns, boolean isForbidden, String shownBy) -> {
                fields.put("count", count);
                fields.put("transactions", txns);
                fields.put("forbidden", isForbidden);
                fields.put("shown-by", shownBy);
            }
            case Cell.NotSeen(long txns) -> fields.put("transactions", txns);
            case Cell.Insufficient(String why) -> fields.put("why", why);
            case Cell.Undecided(String why) -> fields.put("why", why);
            case Cell.NotLookedFor(String why) -> fields.put("why", why);
        }
        return fields;
    }
}
