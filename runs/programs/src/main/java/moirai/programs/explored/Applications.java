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

/** Client programs: the inputs of the paper, others from a seed, and those that are written down. */
public final class Applications {

    private static final List<Application> ALL =
            List.of(new Courseware(), new ShoppingCart(), new Tpcc(), new Twitter(), new Wikipedia());

    /** The paper has that many for each application. */
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

    /** Returns the names of the client programs of the paper's first experiment: three sessions, three transactions. */
    public static List<String> clients() {
        return names().stream()
                .flatMap(name -> IntStream.rangeClosed(1, CLIENTS).mapToObj(number -> name + "-" + number))
                .filter(Applications::isThere)
                .toList();
    }

    /**
     * Returns the names of the client programs of the second experiment, of five sessions with three transactions; see
     * {@link ClientProgram#sessions}.
     */
    public static List<String> sessionScaling() {
        return scaling("sessions");
    }

    /**
     * Returns the names of the client programs of the third experiment, of three sessions with five transactions; see
     * {@link ClientProgram#txns}.
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
     * A client program of the paper.
     *
     * @param application one of {@link #names}
     * @param number from 1
     * @throws IllegalArgumentException if there is none
     */
    public static ClientProgram client(String application, int number) {
        return client(application + "-" + number);
    }

    /**
     * A client program of the paper.
     *
     * @param name of {@link #clients}, {@link #sessionScaling} or {@link #txnScaling}
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
     * Reads a client program: a line {@code application NAME}, then lines {@code rows CALL; CALL} if it does not begin
     * with the rows of the paper's inputs, and a line {@code session CALL; CALL} for each session, where a call is
     * {@code name(argument, argument)}.
     *
     * @param source where the text is from, in messages
     * @throws IllegalArgumentException if it is none; the message says where, why, and what would be accepted
     */
    public static ClientProgram parse(String source, String text) {
        return ClientFormat.parse(source, text);
    }

    /**
     * A client program by lot, over so few rows that its transactions meet.
     *
     * @param application one of {@link #names}
     * @param txns how many each session has
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
        return new ClientProgram(application, known.randomRows(), calls);
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
