#!/usr/bin/perl
# Two Perl threads that lose an update, found by libomc-buddy: every interleaving of what lies between
# the calls of hook(). Needs libffi-platypus-perl. To run it from omc's tree:
#
#     OMC_BUDDY_LIBRARY=build/lib/libomc-buddy.so perl docs/examples/counter.pl
use v5.30;
use FFI::Platypus 2.00;

my $ffi = FFI::Platypus->new(api => 2, lib => $ENV{OMC_BUDDY_LIBRARY} // "libomc-buddy.so");
my $shared = $ffi->function(omc_buddy_shared => ["size_t"] => "opaque")->call(16);
my $hook = $ffi->function(omc_buddy_hook => ["string", "size_t", "string"] => "void");
my $check = $ffi->function(omc_buddy_check => ["string", "opaque"] => "int");
my $memcpy = FFI::Platypus->new(api => 2, lib => undef)->function(memcpy => ["opaque", "string", "size_t"] => "opaque");

# The shared memory: how many bytes of it are state, and x. Both are 64 bits.
sub get_x { unpack("q", unpack("P8", pack("J", $shared + 8))) }
sub set_x { $memcpy->call($shared + 8, pack("q", $_[0]), 8) }
$memcpy->call($shared, pack("qq", 16, 0), 16);

# A thread says where it is and what its locals are: these are its part of the state.
sub hook { my $local = join ",", (caller)[2], @_; $hook->call($local, length $local, "line " . (caller)[2]) }

sub add {
    hook();   my $t = get_x();
    hook($t); set_x($t + 1);
}

sub pointer { my ($type, $code) = @_; my $closure = $ffi->closure($code); $closure->sticky; $ffi->cast($type => "opaque", $closure) }
my $run = pointer("(int,opaque)->void", sub { add() });
my $outcome = pointer("(opaque,opaque)->int", sub {
    say "outcome x = ", get_x(), " by ", $ffi->cast(opaque => "string", $_[0]);
    return get_x() != 2;
});
# struct omc_buddy_options: version, threads, search, all, races; schedule; seed and three limits;
# seconds of a step; size of the shared memory; context; run, condition, outcome, bug, step, pulse.
STDOUT->autoflush(1);
my $options = pack("i5 x4 J Q4 d J J J6", 1, 2, 0, 1, 0, 0, 0, 0, 0, 0, 0, 16, 0, $run, 0, $outcome, 0, 0, 0);
my $verdict = $check->call($options, undef);
say $verdict == 1 ? "bug: an update is lost" : "verdict $verdict";
exit $verdict;
