# Switches fibers. Callee-saved registers are pushed onto the stack, so they are part of the live
# stack, and of the state.
#
# void omc_switch_stack(void** save, void* sp)

    .text
    .globl  omc_switch_stack
    .hidden omc_switch_stack
    .type   omc_switch_stack, @function
omc_switch_stack:
    .cfi_startproc
    pushq   %rbp
    pushq   %rbx
    pushq   %r12
    pushq   %r13
    pushq   %r14
    pushq   %r15
    pushq   $0                  # the modes leave two bytes of it unused
    stmxcsr (%rsp)
    fnstcw  4(%rsp)
    movq    %rsp, (%rdi)
    movq    %rsi, %rsp
    ldmxcsr (%rsp)
    fldcw   4(%rsp)
    addq    $8, %rsp
    popq    %r15
    popq    %r14
    popq    %r13
    popq    %r12
    popq    %rbx
    popq    %rbp
    # Caller-saved registers hold values of the previous fiber. Compilers store such registers as
    # padding, which would make them part of the state.
    xorl    %eax, %eax
    xorl    %ecx, %ecx
    xorl    %edx, %edx
    xorl    %esi, %esi
    xorl    %edi, %edi
    xorl    %r8d, %r8d
    xorl    %r9d, %r9d
    xorl    %r10d, %r10d
    xorl    %r11d, %r11d
    .irp    n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
    xorps   %xmm\n, %xmm\n
    .endr
    cmpl    $0, omc_vector_registers(%rip)
    je      1f
    # Wider registers return to their initial state: a signal handler finds them on its stack.
    movl    omc_vector_registers(%rip), %eax
    stmxcsr omc_unused_vectors+24(%rip)
    xrstor  omc_unused_vectors(%rip)
    xorl    %eax, %eax
1:  ret
    .cfi_endproc
    .size   omc_switch_stack, .-omc_switch_stack

# The registers to reset, as bits of xcr0; 0 when there are none but xmm.
    .bss
    .globl  omc_vector_registers
    .hidden omc_vector_registers
    .balign 64
omc_unused_vectors:
    .zero   576
omc_vector_registers:
    .zero   4
    .text

# First frame of a fiber: unwinding ends here. The function to call is in %rbx.
    .globl  omc_fiber_start
    .hidden omc_fiber_start
    .type   omc_fiber_start, @function
omc_fiber_start:
    .cfi_startproc
    .cfi_undefined rip
    xorl    %ebp, %ebp
    call    *%rbx
    ud2
    .cfi_endproc
    .size   omc_fiber_start, .-omc_fiber_start

# Returns from a signal handler, at an address whose system calls are not caught.
    .globl  omc_signal_return
    .hidden omc_signal_return
    .type   omc_signal_return, @function
omc_signal_return:
    movl    $15, %eax
    syscall
    ud2
    .size   omc_signal_return, .-omc_signal_return

# Makes a system call with the caller's own stack and registers, and returns to where it was caught.
# After a clone both processes return from here, the new one on its own stack. So the return address
# is in memory.
    .globl  omc_call_and_return
    .hidden omc_call_and_return
    .type   omc_call_and_return, @function
omc_call_and_return:
    syscall
    testq   %rax, %rax
    jnz     1f
    # The child: rdtsc does not fault in it (prctl, PR_SET_TSC, PR_TSC_ENABLE).
    pushq   %rdi
    pushq   %rsi
    movl    $157, %eax
    movl    $26, %edi
    movl    $1, %esi
    syscall
    popq    %rsi
    popq    %rdi
    xorl    %eax, %eax
1:  jmpq    *omc_return_address(%rip)
    .size   omc_call_and_return, .-omc_call_and_return

# Serves a system call on the caller's own stack, so that the thread can be switched in it. The
# handler of the caught call has stored the return address below the caller's red zone. Registers
# are preserved as by a system call.
    .globl  omc_serve_here
    .hidden omc_serve_here
    .type   omc_serve_here, @function
omc_serve_here:
    .cfi_startproc
    .cfi_signal_frame
    .cfi_def_cfa rsp, 136
    .cfi_offset rip, -136
    pushq   %rbp
    .cfi_adjust_cfa_offset 8
    .cfi_offset rbp, -144
    movq    %rsp, %rbp
    .cfi_def_cfa_register rbp
    pushq   %r9
    pushq   %r8
    pushq   %r10
    pushq   %rdx
    pushq   %rsi
    pushq   %rdi
    pushq   %rax
    movq    %rsp, %rdi
    // What fxsave and the alignment leave out: the thread may stop, and its stack is part of the
    // state.
    .set    omc_gap, 8
    .rept   14
    movq    $0, -omc_gap(%rsp)
    .set    omc_gap, omc_gap + 8
    .endr
    subq    $512, %rsp
    andq    $-64, %rsp
    fxsave64 (%rsp)
    call    omc_serve_call
    fxrstor64 (%rsp)
    leaq    -48(%rbp), %rsp
    popq    %rdi
    popq    %rsi
    popq    %rdx
    popq    %r10
    popq    %r8
    popq    %r9
    popq    %rbp
    .cfi_def_cfa rsp, 136
    ret     $128
    .cfi_endproc
    .size   omc_serve_here, .-omc_serve_here

    .section .note.GNU-stack, "", @progbits
