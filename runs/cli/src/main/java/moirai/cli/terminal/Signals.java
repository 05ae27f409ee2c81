package moirai.cli.terminal;

import java.io.PrintWriter;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import moirai.runs.ExitCode;
import moirai.runs.StopRequest;

/**
 * A handler that turns the first Ctrl-C or SIGTERM into a request to stop, so that the run is closed, checked and
 * reported, and the second of the same kind into an immediate end. The kind counts because Ctrl-C in a terminal may
 * also reach a launcher, which passes it on as SIGTERM: one wish to stop then arrives as two signals.
 *
 * <p>A shutdown hook would not do, because the JVM is already on its way out when it runs. Other hooks (the cluster's,
 * the connection pool's) run at the same time and take the database away from under the last transactions, the main
 * thread may not call {@code exit}, the exit code is the signal's whatever the check finds, and a second signal does
 * nothing. {@code sun.misc.Signal} is in the supported module {@code jdk.unsupported}, for want of a replacement (JEP
 * 260); it is called by reflection because javac has no way to silence its warning.
 *
 * <p>A signal that was ignored when the process started stays ignored, as the JVM leaves it so. A shell starts
 * background jobs with SIGINT ignored.
 */
public final class Signals implements AutoCloseable {

    private static final String STOPPING_RUN = "stopping: sessions finish their transaction, then what was recorded is"
            + " checked (once more to end at once)";

    /** A signal and its previous handler. */
    private record Replaced(Object signal, Object handler) {}

    private final Class<?> signalType;
    private final Class<?> handlerType;
    private final List<Replaced> replaced;

    private Signals(StopRequest stop, PrintWriter err, String stopping) throws ReflectiveOperationException {
        this.signalType = Class.forName("sun.misc.Signal");
        this.handlerType = Class.forName("sun.misc.SignalHandler");
        var interrupts = new AtomicInteger();
        var terminations = new AtomicInteger();
        var isSaid = new AtomicBoolean();
        Runnable heard = () -> say(err, stopping, isSaid);
        this.replaced = List.of(
                install("INT", () -> caught(ExitCode.INTERRUPTED, stop, heard, interrupts)),
                install("TERM", () -> caught(ExitCode.TERMINATED, stop, heard, terminations)));
    }

    /** Listens until closed, and announces at the first signal that the run will stop. */
    public static Signals handle(StopRequest stop, PrintWriter err) {
        return handle(stop, err, STOPPING_RUN);
    }

    /**
     * Listens until closed.
     *
     * @param stopping the announcement at the first signal
     */
    public static Signals handle(StopRequest stop, PrintWriter err, String stopping) {
        try {
            return new Signals(stop, err, stopping);
        } catch (ReflectiveOperationException unsupported) {
            throw new IllegalStateException("this JVM has no sun.misc.Signal", unsupported);
        }
    }

    private static void say(PrintWriter err, String stopping, AtomicBoolean isSaid) {
        if (isSaid.compareAndSet(false, true)) {
            err.println();
            err.println(stopping);
        }
    }

    private static void caught(ExitCode code, StopRequest stop, Runnable heard, AtomicInteger count) {
        if (count.incrementAndGet() > 1) {
            // No hook may delay this; what is left of a server is ended by its watchdog.
            Runtime.getRuntime().halt(code.code());
        }
        stop.ask(code);
        heard.run();
    }

    private Replaced install(String name, Runnable action) throws ReflectiveOperationException {
        Object signal = signalType.getConstructor(String.class).newInstance(name);
        Object handler = Proxy.newProxyInstance(
                Signals.class.getClassLoader(), new Class<?>[] {handlerType}, (proxy, method, arguments) -> {
                    if (method.getName().equals("handle")) {
                        action.run();
                    }
                    return method.getName().equals("toString") ? "Signals" : 0;
                });
        return new Replaced(signal, replace(signal, handler));
    }

    private Object replace(Object signal, Object handler) throws ReflectiveOperationException {
        return signalType.getMethod("handle", signalType, handlerType).invoke(null, signal, handler);
    }

    @Override
    public void close() {
        for (Replaced before : replaced) {
            try {
                replace(before.signal(), before.handler());
            } catch (ReflectiveOperationException unsupported) {
                throw new IllegalStateException("a signal handler could not be given back", unsupported);
            }
        }
    }
}
