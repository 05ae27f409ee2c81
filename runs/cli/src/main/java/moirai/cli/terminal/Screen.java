package moirai.cli.terminal;

import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * The size of a terminal that a person may change at any time: it is queried again when the kernel signals a change.
 * The handler of signals is called by reflection, for the same reason as that of Ctrl-C.
 */
final class Screen {

    private final Supplier<TerminalSize> question;
    private final AtomicBoolean hasChanged = new AtomicBoolean(true);
    private TerminalSize size = TerminalSize.DEFAULT;

    /**
     * Creates a screen.
     *
     * @param question asks the terminal, which may take a while
     */
    Screen(Supplier<TerminalSize> question) {
        this.question = question;
    }

    /** Returns the screen that messages go to. */
    static Screen ofMessages() {
        var screen = new Screen(() -> TerminalSize.now().orElse(TerminalSize.DEFAULT));
        screen.listen();
        return screen;
    }

    private void listen() {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            Object resized = Proxy.newProxyInstance(
                    Screen.class.getClassLoader(), new Class<?>[] {handler}, (proxy, method, arguments) -> {
                        if (method.getName().equals("handle")) {
                            changed();
                        }
                        return method.getName().equals("toString") ? "Screen" : 0;
                    });
            signal.getMethod("handle", signal, handler)
                    .invoke(null, signal.getConstructor(String.class).newInstance("WINCH"), resized);
        } catch (ReflectiveOperationException unsupported) {
            // Then the size at the beginning is as good as it gets.
            System.getLogger(Screen.class.getName()).log(System.Logger.Level.DEBUG, "no SIGWINCH", unsupported);
        }
    }

    /** Records that the size has changed, so that it is queried again. */
    void changed() {
        hasChanged.set(true);
    }

    /** Returns the size; called by one thread at a time. */
    TerminalSize size() {
        if (hasChanged.getAndSet(false)) {
            size = question.get();
        }
        return size;
    }
}
