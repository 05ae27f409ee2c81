package harbour.guest;

import harbour.RefusedException;
import harbour.Retries;
import java.util.List;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Isolation;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.transaction.PlatformTransactionManager;

/** Keeps the accounts of guests. */
@Service
public class AccountService {

    private final AccountRepository accounts;
    private final Retries retries;
    private final TransactionTemplate serializable;

    public AccountService(AccountRepository accounts, Retries retries, PlatformTransactionManager transactions) {
        this.accounts = accounts;
        this.retries = retries;
        this.serializable = new TransactionTemplate(transactions);
        serializable.setIsolationLevel(Isolation.SERIALIZABLE.value());
    }

    @Transactional
    public void deposit(long guestId, AccountKind kind, long cents) {
        one(accounts.findByGuestIdOrderById(guestId), kind).add(cents);
    }

    /** Moves money between the accounts of a guest. */
    @Transactional
    public void transfer(long guestId, AccountKind from, AccountKind to, long cents) {
        List<Account> own = accounts.findByGuestIdOrderById(guestId);
        one(own, from).add(-cents);
        one(own, to).add(cents);
    }

    /** Pays out money, which the guest's accounts have to have together. */
    @Transactional
    public void withdraw(long guestId, AccountKind kind, long cents) {
        withdraw(accounts.findByGuestIdOrderById(guestId), kind, cents);
    }

    /** As {@link #withdraw}, with all accounts of the guest locked. */
    @Transactional
    public void withdrawLocked(long guestId, AccountKind kind, long cents) {
        withdraw(accounts.lockByGuestId(guestId), kind, cents);
    }

    /** As {@link #withdraw}, in a serializable transaction that is tried again. */
    public void withdrawSerializable(long guestId, AccountKind kind, long cents) {
        retries.untilCommitted(() -> serializable.execute(status -> {
            withdraw(accounts.findByGuestIdOrderById(guestId), kind, cents);
            return true;
        }));
    }

    private static void withdraw(List<Account> own, AccountKind kind, long cents) {
        long total = own.stream().mapToLong(Account::getBalanceCents).sum();
        if (total < cents) {
            throw new RefusedException("there are " + total + " cents, which is less than " + cents);
        }
        one(own, kind).add(-cents);
    }

    @Transactional(readOnly = true)
    public long total(long guestId) {
        return accounts.totalOf(guestId);
    }

    private static Account one(List<Account> own, AccountKind kind) {
        return own.stream()
                .filter(account -> account.getKind() == kind)
                .findFirst()
                .orElseThrow(() -> new RefusedException("there is no account of kind " + kind));
    }
}
