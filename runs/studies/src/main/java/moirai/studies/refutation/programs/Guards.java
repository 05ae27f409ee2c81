package moirai.studies.refutation.programs;

/** Conditions of Java and of SQL that a translation into natural numbers may get wrong. */
final class Guards {

    private final Scope scope;
    private final Dice dice;

    Guards(Scope scope) {
        this.scope = scope;
        this.dice = scope.dice();
    }

    /** Returns a condition of Java. */
    String java() {
        return scope.isPlain() && dice.chance(85) ? plain() : anyJava();
    }

    /** Returns a condition that three bits without a sign decide. */
    private String plain() {
        String a = scope.number();
        int k = 1 + dice.below(3);
        return dice.pick(
                a + " > " + k,
                a + " >= " + k,
                a + " == " + k,
                a + " < " + (k + 1),
                "id == other",
                "id != other",
                "id < other",
                "text.equals(\"a\")",
                "!text.equals(\"m1\")",
                a + " > " + k + " && id < 3",
                a + " == " + k + " || other == 2",
                "!(" + a + " >= " + k + ")",
                a + " + 1 > " + k,
                a + " == amount + 1");
    }

    private String anyJava() {
        return dice.chance(70)
                ? simple()
                : dice.pick(
                        "!(" + simple() + " && " + simple() + ")",
                        simple() + " && " + simple(),
                        simple() + " || " + simple(),
                        "!(" + simple() + ")",
                        "(" + simple() + ") == (" + simple() + ")",
                        "(" + simple() + ") ^ (" + simple() + ")",
                        "(" + simple() + " ? " + simple() + " : " + simple() + ")");
    }

    private String simple() {
        return dice.chance(75) ? number() : text();
    }

    private String compare() {
        return dice.pick("<", "<=", ">", ">=", "==", "!=");
    }

    private String number() {
        String a = scope.number();
        String b = scope.number();
        int k = scope.constant();
        String op = compare();
        return dice.chance(45)
                ? a + " " + op + " " + (dice.chance(60) ? String.valueOf(k) : b)
                : dice.pick(
                        a + " - " + b + " " + op + " " + k,
                        a + " - (" + b + " - id) " + op + " " + k,
                        a + " - amount - other " + op + " " + k,
                        a + " + " + b + " " + op + " " + k,
                        a + " + " + k + " " + op + " " + b,
                        a + " % 3 " + op + " " + dice.pick(-1, 0, 1),
                        a + " / 2 " + op + " " + k,
                        "(" + a + " & 1) == 1",
                        "(" + a + " >> 1) " + op + " 1",
                        "-" + a + " " + op + " " + k,
                        "Math.abs(" + a + ") " + op + " " + k,
                        "Math.max(" + a + ", " + b + ") " + op + " " + k,
                        "Integer.signum(" + a + ") " + op + " 0",
                        "Integer.compare(" + a + ", " + b + ") " + op + " 0",
                        a + " * " + a + " " + op + " 4",
                        a + " * 2 " + op + " " + b,
                        a + " * -1 " + op + " " + k,
                        a + " + Integer.MAX_VALUE < 0",
                        a + " + 1 < " + a,
                        "(byte) (" + a + " + 127) < 0",
                        "(int) (" + a + " * 0.5) " + op + " " + k,
                        "(long) " + a + " " + op + " " + k + "L",
                        "BigDecimal.valueOf(" + a + ").compareTo(BigDecimal.ONE) " + op + " 0",
                        "BigDecimal.valueOf(" + a + ").subtract(BigDecimal.TEN).signum() " + op + " 0",
                        "(" + a + " > 0 ? " + b + " : 1) " + op + " " + k,
                        "Objects.equals(" + a + ", " + b + ")",
                        "Optional.of(" + a + ").filter(x -> x > 1).isPresent()",
                        "IntStream.range(0, 3).anyMatch(i -> i == " + a + ")",
                        "List.of(1, 2, 7).contains(" + a + ")",
                        "Map.of(1, 2).getOrDefault(" + a + ", 0) " + op + " 2",
                        "new int[] {1, 5}[" + a + " & 1] " + op + " 3",
                        "isOdd(" + a + ")",
                        "Kind.of(" + a + ").isOn()");
    }

    private String text() {
        return dice.pick(
                "text.equals(\"a\")",
                "!text.equals(\"a\") && text.trim().equals(\"a\")",
                "!text.equals(\"a\") && text.equalsIgnoreCase(\"a\")",
                "!text.equals(\"1\") && Integer.valueOf(text) == 1",
                "!text.equals(\"1\") && new BigDecimal(text).intValue() == 1",
                "!text.equals(\"1\") && Long.parseLong(text) == 1",
                "text.compareTo(\"b\") < 0",
                "\"b\".compareTo(text) >= 0",
                "text.isEmpty()",
                "text.length() > 1",
                "text.startsWith(\"m\")",
                "text.contains(\"1\")",
                "text.charAt(0) == 'm'",
                "text.toUpperCase().equals(\"A\") && !text.equals(\"A\")",
                "text.concat(\"x\").equals(\"ax\")",
                "(text + \"x\").equals(\"m1x\")",
                "text.substring(1).equals(\"1\")",
                "text.matches(\"m.*\")",
                "String.valueOf(amount).equals(text)",
                "text.hashCode() == 97",
                "text.equals(\"a\") || text.equals(\"m1\")",
                "text == null",
                "\"m1\".equals(text)");
    }

    /** Returns a condition of SQL on a row of acc; values stand in it as what is joined to the text. */
    String sql() {
        int k = scope.constant();
        if (scope.isPlain() && dice.chance(80)) {
            return dice.pick("bal > 1", "bal >= 2", "bal = 1", "version = 0", "version < 2", "bal <> 2", "name = 'a'");
        }
        String op = dice.pick("<", "<=", ">", ">=", "=", "<>");
        return dice.chance(40)
                ? dice.pick("bal", "up", "version") + " " + op + " " + k
                : dice.pick(
                        "up IS NULL",
                        "up IS NOT NULL",
                        "NOT (up > " + k + ")",
                        "NOT (up = " + k + " OR bal = " + k + ")",
                        "(up > 0 OR up <= 0)",
                        "up = up",
                        "up + bal > " + k,
                        "bal - up >= 0",
                        "bal - version - " + k + " < 0",
                        "bal - (version - up) " + op + " 1",
                        "bal + 1 " + op + " " + k,
                        "bal * 2 > " + k,
                        "- bal " + op + " " + k,
                        "ABS(bal) " + op + " " + k,
                        "bal % 2 = 1",
                        "bal % 2 = -1",
                        "bal / 2 = 1",
                        "COALESCE(up, 0) " + op + " " + k,
                        "up IN (1, 2)",
                        "bal NOT IN (0, 1)",
                        "bal BETWEEN 0 AND " + k,
                        "bal NOT BETWEEN 0 AND 2",
                        "name LIKE 'm%'",
                        "name LIKE '_'",
                        "name = 'a'",
                        "name <> 'a'",
                        "name > 'm'",
                        "name < 'b'",
                        "LOWER(name) = 'a'",
                        "LENGTH(name) > 1",
                        "CAST(bal AS BIGINT) > " + k,
                        "CAST(bal / 2.0 AS INT) = 1",
                        "CASE WHEN bal > 1 THEN 1 ELSE 0 END = 1",
                        "NULLIF(bal, 1) IS NULL",
                        "(bal, version) = (1, 0)",
                        "bal IS DISTINCT FROM up");
    }
}
