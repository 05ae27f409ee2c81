package moirai.studies.refutation.programs;

import static moirai.studies.refutation.programs.Scope.line;

import java.util.List;

/** Ways in which a number reaches a variable through objects, collections and helpers. */
final class Detours {

    private final Scope scope;
    private final Dice dice;

    Detours(Scope scope) {
        this.scope = scope;
        this.dice = scope.dice();
    }

    /** Returns code after which the variable has one of two numbers. */
    List<Snippet> number(String variable, String a, String b) {
        String start = "int " + variable + " = ";
        String x = scope.fresh("x");
        List<String> way = dice.make(() -> listed(start), () -> kept(start), () -> computed(start));
        return way.stream()
                .map(text -> line(text.replace("%x", x).replace("%a", a).replace("%b", b)))
                .toList();
    }

    /** Returns a way through a list. */
    private List<String> listed(String start) {
        return dice.pick(
                lines("List<Integer> %x = new ArrayList<>();", "%x.add(%b);", "%x.add(%a);", start + "%x.get(1);"),
                lines("List<Integer> %x = new ArrayList<>(List.of(%b, %a));", "%x.remove(0);", start + "%x.get(0);"),
                lines(
                        "List<Integer> %x = new ArrayList<>(List.of(%b, %a));",
                        "Collections.reverse(%x);", start + "%x.get(0);"),
                lines("List<Integer> %x = new ArrayList<>(List.of(%b, %a));", "%x.set(0, %a);", start + "%x.get(0);"),
                lines("List<Integer> %x = new LinkedList<>();", "%x.add(%b);", "%x.add(0, %a);", start + "%x.get(0);"),
                lines(
                        "List<Integer> %x = new ArrayList<>(List.of(%b, %a));",
                        "Collections.sort(%x);", start + "%x.get(0);"),
                lines("List<Integer> %x = new ArrayList<>();", "fill(%x, %a);", start + "%x.get(0);"),
                lines("Deque<Integer> %x = new ArrayDeque<>();", "%x.push(%b);", "%x.push(%a);", start + "%x.pop();"),
                lines("TreeSet<Integer> %x = new TreeSet<>(List.of(%b, %a + 4));", start + "%x.first();"),
                lines(
                        "Map<Integer, Integer> %x = new HashMap<>();",
                        "%x.put(1, %b);", "%x.put(1, %a);", start + "%x.get(1);"),
                lines(
                        "Map<String, Integer> %x = new TreeMap<>();",
                        "%x.merge(\"k\", %a, Integer::sum);", start + "%x.get(\"k\");"),
                lines("int[] %x = {%b, %a};", "%x[0] = %x[1];", start + "%x[0];"),
                lines("int[] %x = {%b, %a};", start + "%x[%a > 0 ? 1 : 0];"),
                lines("int[] %x = new int[2];", "%x[1] = %a;", start + "%x[1];"),
                lines("Box %x = new Box(%b);", "%x.put(%a);", start + "%x.key();"));
    }

    /** Returns a way through an object or a function. */
    private List<String> kept(String start) {
        return dice.pick(
                lines("Box %x = new Box(%b);", "Box %xb = %x;", "%xb.key = %a;", start + "%x.key;"),
                lines("Pair %x = new Pair(%b, %a);", start + "%x.last();"),
                lines("Pair %x = new Pair(%b, %a).swapped();", start + "%x.first();"),
                lines("AtomicInteger %x = new AtomicInteger(%b);", "%x.set(%a);", start + "%x.get();"),
                lines("int[] %x = {0};", "List.of(%a).forEach(k -> %x[0] += k);", start + "%x[0];"),
                lines("IntUnaryOperator %x = k -> k + %b - %b;", start + "%x.applyAsInt(%a);"),
                lines("Supplier<Integer> %x = () -> %a;", start + "%x.get();"),
                lines(start + "Integer.parseInt(\"\" + %a);"),
                lines(start + "Integer.valueOf(String.valueOf(%a));"),
                lines(start + "new BigDecimal(%a).intValue();"),
                lines(start + "(int) (long) %a;"),
                lines(start + "(int) Math.round(%a * 1.0);"),
                lines(start + "Stream.of(%b, %a).reduce(0, (p, q) -> q);"),
                lines(start + "IntStream.of(%b, %a).max().getAsInt();"),
                lines(start + "Optional.of(%b).map(k -> %a).orElse(0);"));
    }

    /** Returns a way through a helper, a loop or arithmetic. */
    private List<String> computed(String start) {
        return dice.pick(
                lines(start + "latter(%b, %a);"),
                lines(start + "down(%a, 3);"),
                lines(start + "larger(%b, %a);"),
                lines(start + "Kind.ON.choose(%b, %a);"),
                lines("int %x = %b;", start + "%x = %a;"),
                lines("int %x = %a;", start + "%x++ + 0;"),
                lines("int %x = 0;", "for (int j = 0; j < 2; j++) { %x += j * %a; }", start + "%x;"),
                lines("int %x = 0;", "while (%x < %a && %x < 9) { %x++; }", start + "%x;"),
                lines("total = %a;", "total = total + 0;", start + "total;"),
                lines(start + "switch (%b) { case 1 -> %a; case 2 -> %b; default -> %a; };"),
                lines(
                        "int %x;",
                        "switch (%b) { case 1: %x = 0; case 2: %x = %a; break; default: %x = %a; }", start + "%x;"),
                lines(start + "amount > 1 ? %a : %b;"),
                lines(start + "~(-%a - 1);"),
                lines(start + "%a ^ 0;"),
                lines(start + "(%a << 1) / 2;"),
                lines(start + "Math.floorMod(%a, 8);"));
    }

    private static List<String> lines(String... lines) {
        return List.of(lines);
    }
}
