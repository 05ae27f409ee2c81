package moirai.programs.explored;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import moirai.history.Seed;

/** The client programs: the inputs of the paper, random programs, and programs that are read from text. */
public final class Applications {

    private static final List<Application> ALL =
            List.of(new Courseware(), new ShoppingCart(), new Tpcc(), new Twitter(), new Wikipedia());

    /** The number of client programs that the paper has for each application. */
    private static final int CLIENTS = 5;

    private Applications() {}

    /** Returns the names of the applications, in alphabetical order. */
    public static List<String> names() {
        return ALL.stream().map(Application::label).toList();
    }

    static Application application(String name) {
        return ALL.stream()
                .filter(application -> application.label().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "'" + name + "' is not an application; expected one of " + String.join(", ", names())));
    }

    /**
     * Returns the names of the client programs of the paper's first experiment, with three sessions of three
     * transactions.
     */
    public static List<String> clients() {
        return names().stream()
                .flatMap(name -> IntStream.rangeClosed(1, CLIENTS).mapToObj(number -> name + "-" + number))
                .filter(Applications::isThere)
                .toList();
    }

    /**
     * Returns the names of the client programs of the second experiment, with five sessions of three transactions;
     * smaller programs have the first sessions only.
     */
    public static List<String> sessionScaling() {
        return scaling("sessions");
    }

    /**
     * Returns the names of the client programs of the third experiment, with three sessions of five transactions;
     * smaller programs have the first transactions of each session only.
     */
    public static List<String> txnScaling() {
        return scaling("transactions");
    }

    private static List<String> scaling(String what) {
        return Stream.of("tpcc", "wikipedia")
                .flatMap(name -> IntStream.rangeClosed(1, CLIENTS).mapToObj(number -> name + "-" + what + "-" + number))
                .filter(Applications::isThere)
                .toList();
    }

    /**
     * Returns a client program of the paper.
     *
     * @param name one of {@link #clients}, {@link #sessionScaling} or {@link #txnScaling}
     * @throws IllegalArgumentException if there is none
     */
    public static ClientProgram client(String name) {
        if (!clients().contains(name)
                && !sessionScaling().contains(name)
                && !txnScaling().contains(name)) {
            throw new IllegalArgumentException("there is no client program '" + name + "'; expected one of "
                    + String.join(", ", clients()) + ", " + String.join(", ", sessionScaling()) + ", "
                    + String.join(", ", txnScaling()));
        }
        return parse(name + ".txt", resource(name));
    }

    /**
     * Returns the client program of a text. The text has a line {@code application NAME}, then lines {@code rows CALL;
     * CALL}, and then a line {@code session CALL; CALL} for each session. A call is {@code name(argument, argument)}.
     * Without rows, the program begins with the rows of the paper's inputs.
     *
     * @param source the origin of the text, for messages
     * @throws IllegalArgumentException if the text is no client program; the message names the line and the reason, and
     *    says what would be accepted
     */
    public static ClientProgram parse(String source, String text) {
        return ClientFormat.parse(source, text);
    }

    /**
     * Returns a random client program over so few rows that its transactions conflict.
     *
     * @param application one of {@link #names}
     * @param txns the number of transactions of each session
     */
    public static ClientProgram random(String application, int sessions, int txns, Seed seed) {
        Application known = application(application);
        SplittableRandom random = seed.generator();
        var calls = new ArrayList<List<Call>>();
        for (int session = 0; session < sessions; session++) {
            var one = new ArrayList<Call>();
            for (int txn = 0; txn < txns; txn++) {
                one.add(known.randomCall(random, session * txns + txn));
            }
            calls.add(one);
        }
        return new ClientProgram(application, ClientFormat.calls(known.randomRows()), calls);
    }

    static List<Call> standardRows(Application application) {
        String name = application.label() + "-rows";
        return ClientFormat.parseRows(name + ".txt", resource(name));
    }

    private static boolean isThere(String name) {
        return Applications.class.getResource(name + ".txt") != null;
    }

    private static String resource(String name) {
        try (InputStream stream = Applications.class.getResourceAsStream(name + ".txt")) {
            if (stream == null) {
                throw new IllegalStateException(name + ".txt is missing beside " + Applications.class);
            }
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
