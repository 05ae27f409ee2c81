package moirai.directed.oracle;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import moirai.directed.program.Program;
import moirai.directed.program.Table;

/** Random runs of a program's calls on a product, each held against all serial ones. */
record ProductTrials(Program program, String level, Range range, int keys) {

    private static final List<List<Integer>> ORDERS_OF_TWO = List.of(List.of(0, 1), List.of(1, 0));
    private static final List<List<Integer>> ORDERS_OF_THREE = List.of(
            List.of(0, 1, 2), List.of(0, 2, 1), List.of(1, 0, 2), List.of(1, 2, 0), List.of(2, 0, 1), List.of(2, 1, 0));

    /** Returns a run that no serial one equals, in words; none if none of so many is one. */
    List<String> anomaly(Random random, int runs) {
        for (int i = 0; i < runs; i++) {
            int count = random.nextInt(3) == 0 ? 3 : 2;
            List<ProductRun.Call> calls = new ArrayList<>();
            for (int txn = 0; txn < count; txn++) {
                var type = program.txns().get(random.nextInt(program.txns().size()));
                Map<String, Integer> arguments = new HashMap<>();
                type.parameters().forEach(name -> arguments.put(name, range.next(random, range.most())));
                calls.add(new ProductRun.Call(type, arguments, level.endsWith("-rr")));
            }
            var rows = rows(random);
            for (ProductRun.Outcome outcome : run(calls, rows).concurrent(random)) {
                boolean isSerial = (count == 2 ? ORDERS_OF_TWO : ORDERS_OF_THREE)
                        .stream()
                                .anyMatch(
                                        order -> run(calls, rows).serial(order).contains(outcome));
                if (!isSerial) {
                    return List.of(rows + " " + calls + " " + outcome);
                }
            }
        }
        return List.of();
    }

    private ProductRun run(List<ProductRun.Call> calls, Map<String, Map<Integer, Map<String, Integer>>> rows) {
        return new ProductRun(program, level.startsWith("postgres"), range, calls, rows);
    }

    private Map<String, Map<Integer, Map<String, Integer>>> rows(Random random) {
        Map<String, Map<Integer, Map<String, Integer>>> rows = new TreeMap<>();
        for (Table table : program.tables()) {
            Map<Integer, Map<String, Integer>> ofTable = new TreeMap<>();
            for (int key = 0; key < keys; key++) {
                Map<String, Integer> row = new TreeMap<>();
                row.put("", random.nextInt(4) > 0 ? 1 : 0);
                table.fields().forEach(field -> row.put(field, range.next(random, 2)));
                ofTable.put(key, row);
            }
            rows.put(table.name(), ofTable);
        }
        return rows;
    }
}
